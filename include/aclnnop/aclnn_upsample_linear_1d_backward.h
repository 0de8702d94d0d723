// aclnnUpsampleLinear1dBackward: the gradient of aclnnUpsampleLinear1d.
//
//   out = the sum of gradOut where an element is taken, times its weights
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOut: the gradients by the results of aclnnUpsampleLinear1d. kFloatDtypes. Its shape is
//   inputSize with outputSize in space.
// outputSize: the sizes in space that the tensor was given: width, above 0.
// inputSize: the shape of the tensor, [N, C, L].
// alignCorners: whether the first and the last places of an axis are those of the input.
// scales: how many times as long the width becomes; 0 or less: as the sizes say.
// out: receives the gradients. Same dtype as gradOut; its shape is inputSize.
// workspaceSize: receives the bytes of workspace to pass to aclnnUpsampleLinear1dBackward; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Place i of n along an axis of s elements is at i (s - 1) / (n - 1) with aligned corners. Else it
// is at (i + 1/2) r - 1/2 and not before the first element, where r is 1 / scale, or s / n.
// Special values. A sum with inf or NaN is what IEEE arithmetic says.
// Accuracy: sums are in double and rounded once. They go along depth and height first, then along
// the width. Weights are in double.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUpsampleLinear1dBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize,
    bool alignCorners, double scales, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUpsampleLinear1dBackward(void* workspace,
                                                              uint64_t workspaceSize,
                                                              aclOpExecutor* executor,
                                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_BACKWARD_H_
