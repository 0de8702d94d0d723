// aclnnIm2col: the elements of windows in columns; PyTorch calls it unfold.
//
//   out = the elements of each window of self in a column, 0 beyond its ends
//
// Along height and width there are (size + 2 padding - dilation (kernelSize - 1) - 1) / stride + 1
// windows, rounded down. A column has the elements of all channels of a window, channel by channel,
// in row-major order. Columns are in row-major order of their windows.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_IM2COL_H_
#define OPENACLNN_ACLNNOP_ACLNN_IM2COL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, [(N,) C, H, W]. FLOAT16, BFLOAT16 or FLOAT; on Ascend950 also DOUBLE, BOOL,
//   INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, COMPLEX32 or COMPLEX64. The last
//   three axes have elements.
// kernelSize: the size of the windows along height and width: two numbers above 0.
// dilation: the distance of a window's elements: two numbers above 0.
// padding: how far windows reach beyond either end of self: two numbers of at least 0.
// stride: how far apart windows are: two numbers above 0.
// out: receives the columns. Same dtype as self; the shape is [(N,) C kernelSize[0] kernelSize[1],
//   windows].
// workspaceSize: receives the bytes of workspace to pass to aclnnIm2col; 0 where windows do not
//   reach beyond self, at most about the bytes of out elsewhere.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact; elements are moved bit for bit.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIm2colGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* dilation,
    const aclIntArray* padding, const aclIntArray* stride, const aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIm2col(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_IM2COL_H_
