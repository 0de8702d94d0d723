// aclnnGridSampler2D: samples of a tensor at places that a grid says.
//
//   out = input at the places of grid, between its elements
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GRID_SAMPLER2D_H_
#define OPENACLNN_ACLNNOP_ACLNN_GRID_SAMPLER2D_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: the tensor, [N, C, H, W]. kFloatAndDoubleDtypes. It has elements in space.
// grid: the places of samples, [N, H, W, 2]: numbers along width, height, from -1 to 1 in the
//   input. Same dtype as input.
// interpolationMode: 0: between elements, along straight lines; 1: the nearest element, the even
//   one of two; 2: by cubic convolution with the slope -3/4.
// paddingMode: what is beyond the ends of the input. 0: zeros; 1: its elements there; 2: its
//   elements, mirrored at them.
// alignCorners: whether -1 and 1 are the middles of the first and the last element, and not their
//   outer ends.
// out: receives the samples. Same dtype as input, [N, C] of it and then the sizes of grid.
// workspaceSize: receives the bytes of workspace to pass to aclnnGridSampler2D; 0 where tensors lie
//   as they are computed.
// executor: receives the executor.
//
// Special values. A place that is NaN, or further away than an integer of 32 bits can count, is far
// beyond the ends of the input. Elements beyond an end that count as zeros are left out. Weights
// and sums are in double. Accuracy: rounded once. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGridSampler2DGetWorkspaceSize(
    const aclTensor* input, const aclTensor* grid, int64_t interpolationMode, int64_t paddingMode,
    bool alignCorners, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGridSampler2D(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GRID_SAMPLER2D_H_
