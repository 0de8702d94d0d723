// aclnnNLLLoss2d: the negative log likelihood loss of the pixels of images.
//
//   loss[n, h, w] = -weight[t] * self[n, t, h, w], t = target[n, h, w], or 0 where t is ignoreIndex
//   totalWeightOut = the sum of weight[t], those that are ignored aside
//   out = loss (reduction 0), sum of loss / totalWeightOut (1), or sum of loss (2)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS2D_H_
#define OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS2D_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: log-probabilities of the classes, [N, C, H, W]. FLOAT16, BFLOAT16 or FLOAT.
// target: the class of each pixel, [N, H, W]. INT64, INT32 or UINT8.
// weight: the weight of each class, [C]. Same dtype as self.
// reduction: 0 (none), 1 (mean) or 2 (sum).
// ignoreIndex: the target that does not count; it need not be a class.
// out: receives the losses, [N, H, W], where reduction is 0, else the loss, [] or [1]. Same dtype
//   as self.
// totalWeightOut: receives the sum of weights, one element; 0 where reduction is 0. Same dtype as
//   self.
// workspaceSize: receives the bytes of workspace to pass to aclnnNLLLoss2d; above 0 where reduction
//   is not 0 or a tensor has gaps.
// executor: receives the executor.
//
// Special values. A target that is neither a class nor ignoreIndex gives NaN, as its weight does.
// The mean where all are ignored, or there are no pixels, is NaN, the sum +0.
// Accuracy: products are exact in double, sums and quotients are of doubles, in an order that the
// shape alone decides, and each result is rounded once: within 0.51 ULP and 2^-40 of the sum of the
// absolute terms. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNLLLoss2dGetWorkspaceSize(
    const aclTensor* self, const aclTensor* target, const aclTensor* weight, int64_t reduction,
    int64_t ignoreIndex, aclTensor* out, aclTensor* totalWeightOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNLLLoss2d(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS2D_H_
