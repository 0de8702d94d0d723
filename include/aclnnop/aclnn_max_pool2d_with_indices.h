// aclnnMaxPool2dWithIndices: the largest element of each window in the last 2 axes, and where it
// is.
//
//   out = the largest element of each window; indices = where it is in its plane
//
// aclnnMaxPool2dWithMask: the largest element of each window in the last 2 axes, and which it is.
//
//   out = the largest element of each window; indices = bits that say which it is
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H_
#define OPENACLNN_ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, [(N,) C, H, W]. FLOAT16, BFLOAT16 or FLOAT. All axes but N have elements.
// kernelSize: the size of the windows along height and width: two numbers, or one for both, above
//   0.
// stride: how far apart windows are: as many numbers, above 0, or none for the size of the windows.
// padding: how far windows reach beyond either end of the input: two numbers, or one for both, from
//   0 to half of a window.
// dilation: the distance of a window's elements: two numbers, or one for both, above 0.
// ceilMode: whether the number of windows is rounded up. The last one still begins in the input or
//   in the padding before it.
// out: receives the elements. Same dtype as self; its shape with the number of windows in space.
// indices: receives where they are: the place in row-major order of the plane of self. INT32 or
//   INT64; same shape as out.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaxPool2dWithIndices; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Special values. Equal elements: the first in row-major order. -0 is equal to 0. A NaN is larger
// than all numbers, and the last one of a window is taken; padding is taken for nothing. Accuracy:
// exact; elements are moved bit for bit. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool2dWithIndicesGetWorkspaceSize(
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool2dWithIndices(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, [(N,) C, H, W]. FLOAT16, BFLOAT16 or FLOAT. All axes but N have elements.
// kernelSize: the size of the windows along height and width: two numbers, or one for both, above
//   0.
// stride: how far apart windows are: as many numbers, above 0, or none for the size of the windows.
// padding: how far windows reach beyond either end of the input: two numbers, or one for both, from
//   0 to half of a window.
// dilation: the distance of a window's elements: 1.
// ceilMode: whether the number of windows is rounded up. The last one still begins in the input or
//   in the padding before it.
// out: receives the elements. Same dtype as self; its shape with the number of windows in space.
// indices: receives the mask, for aclnnMaxPool2dWithMaskBackward. INT8, [(N,) C, elements of a
//   window, 32 (windows / 16 + 1)], where windows / 16 is rounded up.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaxPool2dWithMask; 0 where tensors
//   lie as they are computed.
// executor: receives the executor.
//
// Special values. Equal elements: the first in row-major order. -0 is equal to 0. A NaN is larger
// than all numbers, and the last one of a window is taken; padding is taken for nothing. Accuracy:
// exact; elements are moved bit for bit. The mask has bits, as the library chose, for the vendor
// documents none: row k of a plane is for the element k of a window, in row-major order. Bit i of
// its bytes, low bits first, is for window i. It is 1 where that element is the largest one.
// Products: Ascend310P, Ascend910, Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool2dWithMaskGetWorkspaceSize(
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool2dWithMask(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H_
