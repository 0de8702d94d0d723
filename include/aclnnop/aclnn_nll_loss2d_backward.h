// aclnnNLLLoss2dBackward: the gradient of aclnnNLLLoss2d with respect to self.
//
//   out[n, t, h, w] = -gradOutput * weight[t] / divisor,  t = target[n, h, w]
//   out = 0 elsewhere, and where t is ignoreIndex
//   divisor = totalWeight for a mean (reduction 1), else 1
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient with respect to the loss. [N, H, W] where reduction is 0, else [] or
//   [1]. Same dtype as self.
// self: the log-probabilities; its elements do not count. [N, C, H, W]; FLOAT16, BFLOAT16 or FLOAT.
// target: the class of each pixel, [N, H, W]. INT64, INT32 or UINT8.
// weight: the weight of each class, [C]. Same dtype as self.
// reduction: that of the loss: 0 (none), 1 (mean) or 2 (sum).
// ignoreIndex: that of the loss.
// totalWeight: the sum of weights that the loss gave, one element; it stays as it is. Same dtype as
//   self.
// out: receives the gradient. Same dtype and shape as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnNLLLoss2dBackward; above 0 where a
//   tensor has gaps.
// executor: receives the executor.
//
// Special values. A target that is neither a class nor ignoreIndex gives NaN in all classes of its
// pixel.
// Accuracy: within 0.51 ULP. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNLLLoss2dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weight, int64_t reduction, int64_t ignoreIndex, aclTensor* totalWeight,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNLLLoss2dBackward(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H_
