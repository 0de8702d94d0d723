// aclnnL1Loss: the absolute error.
//
//   loss = |x - t|
//   out = loss (reduction 0), the mean of loss (1), or its sum (2)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_L1_LOSS_H_
#define OPENACLNN_ACLNNOP_ACLNN_L1_LOSS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the numbers x. FLOAT16, BFLOAT16 or FLOAT, or INT64; rank at most 8.
// target: the targets t. FLOAT16, BFLOAT16 or FLOAT, or INT64; broadcasts with self; rank at most
//   8.
// reduction: 0 (none), 1 (mean) or 2 (sum). No mean where self and target are INT64.
// out: receives the losses, of the broadcast shape of self and target, or where reduction is not 0
//   the loss, of the shape []. FLOAT16, BFLOAT16 or FLOAT, or INT64. Shares no memory with the
//   inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnL1Loss; above 0 where losses are
//   added.
// executor: receives the executor.
//
// Special values. Integers are exact, modulo 2^64, and converted as by aclnnCast. The mean of no
// losses is NaN, the sum 0.
// Accuracy: losses are computed in double and added in an order that their number alone decides.
// Each result is rounded once: within 0.51 ULP and 2^-40 of the sum of the absolute terms.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnL1LossGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnL1Loss(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_L1_LOSS_H_
