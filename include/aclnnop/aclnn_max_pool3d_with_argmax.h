// aclnnMaxPool3dWithArgmax: the largest element of each window in the last 3 axes, and where it is.
//
//   out = the largest element of each window; indices = where it is in its volume
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_H_
#define OPENACLNN_ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, [(N,) C, D, H, W]. FLOAT16, BFLOAT16 or FLOAT. All axes but N have elements.
// kernelSize: the size of the windows along depth, height and width: three numbers, or one for all,
//   above 0.
// stride: how far apart windows are: as many numbers, above 0, or none for the size of the windows.
// padding: how far windows reach beyond either end of the input: three numbers, or one for all,
//   from 0 to half of a window.
// dilation: the distance of a window's elements: three numbers, or one for all, above 0.
// ceilMode: whether the number of windows is rounded up. The last one still begins in the input or
//   in the padding before it.
// out: receives the elements. Same dtype as self; its shape with the number of windows in space.
// indices: receives where they are: the place in row-major order of the volume of self. INT32 or
//   INT64; same shape as out.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaxPool3dWithArgmax; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Special values. Equal elements: the first in row-major order. -0 is equal to 0. A NaN is larger
// than all numbers, and the last one of a window is taken; padding is taken for nothing. Accuracy:
// exact; elements are moved bit for bit. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool3dWithArgmaxGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
    const aclIntArray* padding, const aclIntArray* dilation, bool ceilMode, aclTensor* out,
    aclTensor* indices, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool3dWithArgmax(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_H_
