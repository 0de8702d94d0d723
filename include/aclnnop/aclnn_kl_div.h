// aclnnKlDiv: the divergence of Kullback and Leibler of probabilities from others.
//
//   loss = t (log(t) - x), or exp(t) (t - x) if logTarget
//   out = loss (reduction 0), its mean (1), its sum (2), or that for each batch (3)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_KL_DIV_H_
#define OPENACLNN_ACLNNOP_ACLNN_KL_DIV_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: logarithms x of probabilities. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// target: the probabilities t, or their logarithms. FLOAT16, BFLOAT16 or FLOAT; broadcasts with
//   self; rank at most 8.
// reduction: 0 (none), 1 (mean), 2 (sum) or 3 (the sum, divided by the first size).
// logTarget: whether target has logarithms.
// out: receives the losses, of the broadcast shape of self and target, or where reduction is not 0
//   the loss, of the shape [] or [1]. FLOAT16, BFLOAT16 or FLOAT. Shares no memory with the inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnKlDiv; above 0 where losses are
//   added.
// executor: receives the executor.
//
// Special values. Where t is 0 the loss is -0 x, as in PyTorch. Where it is below 0 the loss is
// NaN. The mean of no losses is NaN, the sum 0.
// Accuracy: losses are computed in double and added in an order that their number alone decides.
// Each result is rounded once: within 0.51 ULP and 2^-40 of the sum of the absolute terms.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnKlDivGetWorkspaceSize(const aclTensor* self,
                                                           const aclTensor* target,
                                                           int64_t reduction, bool logTarget,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnKlDiv(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_KL_DIV_H_
