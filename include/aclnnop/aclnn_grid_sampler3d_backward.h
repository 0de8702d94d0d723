// aclnnGridSampler3DBackward: the gradients of aclnnGridSampler3D.
//
//   inputGrad, gridGrad = the gradients of samples of input at the places of grid
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GRID_SAMPLER3D_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_GRID_SAMPLER3D_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradients by the samples, in their shape. kFloatAndDoubleDtypes.
// input: the tensor that was sampled. Same dtype as gradOutput.
// grid: the places of samples, [N, D, H, W, 3]: numbers along width, height and depth, from -1 to 1
//   in the input. Same dtype as gradOutput.
// interpolationMode: 0: between elements, along straight lines; 1: the nearest element, the even
//   one of two.
// paddingMode: what is beyond the ends of the input. 0: zeros; 1: its elements there; 2: its
//   elements, mirrored at them.
// alignCorners: whether -1 and 1 are the middles of the first and the last element, and not their
//   outer ends.
// outputMask: two flags: whether inputGrad and gridGrad are computed. One that is not stays as it
//   is.
// inputGrad: receives the gradients by input. Same dtype and shape.
// gridGrad: receives the gradients by grid. Same dtype and shape. 0 where the nearest element was
//   taken, and where a place was moved to an end.
// workspaceSize: receives the bytes of workspace to pass to aclnnGridSampler3DBackward; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Special values. A place that is NaN, or further away than an integer of 32 bits can count, is far
// beyond the ends of the input. Elements beyond an end that count as zeros are left out. Sums by
// input are in the order of the samples, those by grid in the order of channels, then of elements.
// Accuracy: sums are in double and rounded once. Products: Ascend910, Ascend910B, Ascend910_93,
// Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGridSampler3DBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* input, const aclTensor* grid,
    int64_t interpolationMode, int64_t paddingMode, bool alignCorners,
    const aclBoolArray* outputMask, aclTensor* inputGrad, aclTensor* gridGrad,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGridSampler3DBackward(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GRID_SAMPLER3D_BACKWARD_H_
