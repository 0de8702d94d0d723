// aclnnMaxPool: the largest element of each window in the last 2 axes.
//
//   out = the largest element of each window
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MAX_POOL_H_
#define OPENACLNN_ACLNNOP_ACLNN_MAX_POOL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, [(N,) C, H, W]. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, UINT16, INT32 or
//   INT64. All axes but N have elements.
// kernelShape: the size of the windows along height and width: two numbers, or one for both, above
//   0.
// strides: how far apart windows are: as many numbers, above 0, or none for 1.
// autoPad: 0: padding is what pads says.
// pads: how far windows reach beyond the ends of the input, from 0 to half of a window. Nothing is
//   0; there may be one number, two (height, width), or four (top, left, bottom, right).
// dilations: the distance of a window's elements: 1, or nothing.
// ceilMode: whether the number of windows is rounded up: not 0. The last one still begins in the
//   input or in the padding before it.
// out: receives the elements. Same dtype as self; its shape with the number of windows in space.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaxPool; 0 where tensors lie as
//   they are computed.
// executor: receives the executor.
//
// Special values. Equal elements: the first in row-major order. -0 is equal to 0. A NaN is larger
// than all numbers, and the last one of a window is taken; padding is taken for nothing. Accuracy:
// exact; elements are moved bit for bit. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPoolGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* kernelShape, const aclIntArray* strides,
    const int64_t autoPad, const aclIntArray* pads, const aclIntArray* dilations,
    const int64_t ceilMode, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MAX_POOL_H_
