// aclnnMseLoss: the squared error.
//
//   loss = (x - t)^2
//   out = loss (reduction 0), the mean of loss (1), or its sum (2)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MSE_LOSS_H_
#define OPENACLNN_ACLNNOP_ACLNN_MSE_LOSS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the numbers x. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// target: the targets t. FLOAT16, BFLOAT16 or FLOAT; broadcasts with self; rank at most 8.
// reduction: 0 (none), 1 (mean) or 2 (sum).
// out: receives the losses, of the broadcast shape of self and target, or where reduction is not 0
//   the loss, of the shape []. FLOAT16, BFLOAT16 or FLOAT. Shares no memory with the inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnMseLoss; above 0 where losses are
//   added.
// executor: receives the executor.
//
// Special values. The mean of no losses is NaN, the sum 0.
// Accuracy: losses are computed in double and added in an order that their number alone decides.
// Each result is rounded once: within 0.51 ULP and 2^-40 of the sum of the absolute terms.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMseLossGetWorkspaceSize(const aclTensor* self,
                                                             const aclTensor* target,
                                                             int64_t reduction, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMseLoss(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MSE_LOSS_H_
