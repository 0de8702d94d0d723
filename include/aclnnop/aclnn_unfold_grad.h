// aclnnUnfoldGrad: the gradient of the windows of a tensor along one axis, as torch.Tensor.unfold
// gives them.
//
// Window w has the places from w * step to w * step + size - 1 along dim. Where windows overlap,
// what they have for a place is added:
//
//   gradIn[..., place, ...] = the sum over w of gradOut[..., w, ..., place - w * step]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UNFOLD_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_UNFOLD_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOut: what the windows have. FLOAT16, BFLOAT16 or FLOAT. Its shape is inputSizes with the
//   (inputSizes[dim] - size) / step + 1 windows along dim, and one more axis of size elements.
// inputSizes: the shape of the tensor that has the windows, 1 to 8 numbers.
// dim: the axis, from -r to r - 1 where r is the number of inputSizes.
// size: the elements of a window, from 1 to inputSizes[dim].
// step: how far windows are apart, at least 1.
// gradIn: receives the sums. Same dtype, of the shape inputSizes. Shares no memory with gradOut.
// workspaceSize: receives the bytes of workspace to pass to aclnnUnfoldGrad: those of gradOut, and
//   more where tensors are not dense.
// executor: receives the executor.
//
// Special values. A place that no window has gets 0. An infinity or NaN goes to its own place
// alone.
// Accuracy: sums are DOUBLEs, from the first element of windows to the last one, rounded once.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUnfoldGradGetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* inputSizes, int64_t dim, int64_t size,
    int64_t step, const aclTensor* gradIn, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUnfoldGrad(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UNFOLD_GRAD_H_
