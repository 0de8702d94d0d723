// aclnnL1LossBackward: the gradient of aclnnL1Loss with respect to self.
//
//   gradInput = gradOutput sign(x - t) / count
//   count = the number of elements of the result for a mean (reduction 1), else 1
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_L1_LOSS_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_L1_LOSS_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient with respect to the loss. FLOAT16, BFLOAT16 or FLOAT; broadcasts with
//   self and target; rank at most 8.
// self: the numbers x. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// target: the targets t. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// reduction: that of the loss: 0 (none), 1 (mean) or 2 (sum).
// gradInput: receives the gradient. The broadcast shape of the three; FLOAT16, BFLOAT16 or FLOAT.
//   Shares no memory with the inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnL1LossBackward; currently 0.
// executor: receives the executor.
//
// Special values. The sign of 0 and of NaN is 0.
// Accuracy: computed in double and rounded once, within 0.51 ULP.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnL1LossBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target, int64_t reduction,
    aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnL1LossBackward(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_L1_LOSS_BACKWARD_H_
