// aclnnMaxPool2dWithIndicesBackward: the gradient of aclnnMaxPool2dWithIndices.
//
//   gradInput = the sum of gradOutput where indices name the element, 0 elsewhere
//
// aclnnMaxPool2dWithMaskBackward: the gradient of aclnnMaxPool2dWithMask.
//
//   gradInput = the sum of gradOutput of the windows of which it is the largest
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradients by the results of aclnnMaxPool2dWithIndices, in their shape. FLOAT16,
//   BFLOAT16 or FLOAT.
// self: the tensor that was pooled: only its dtype, that of gradOutput, and its shape count.
// indices: what aclnnMaxPool2dWithIndices gave. INT32 or INT64; same shape as gradOutput.
// kernelSize: the size of the windows along height and width: two numbers, or one for both, above
//   0.
// stride: how far apart windows are: as many numbers, above 0, or none for the size of the windows.
// padding: how far windows reach beyond either end of the input: two numbers, or one for both, from
//   0 to half of a window.
// dilation: the distance of a window's elements: two numbers, or one for both, above 0.
// ceilMode: whether the number of windows is rounded up. The last one still begins in the input or
//   in the padding before it.
// gradInput: receives the gradients. Same dtype as gradOutput; same shape as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaxPool2dWithIndicesBackward; 0
//   where tensors lie as they are computed.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written.
// Accuracy: gradients of one element are added in double, in row-major order, and rounded once.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool ceilMode, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool2dWithIndicesBackward(void* workspace,
                                                                  uint64_t workspaceSize,
                                                                  aclOpExecutor* executor,
                                                                  aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradients by the results of aclnnMaxPool2dWithMask, in their shape. FLOAT16,
//   BFLOAT16 or FLOAT.
// self: the tensor that was pooled: only its dtype, that of gradOutput, and its shape count.
// indices: the mask that aclnnMaxPool2dWithMask gave. INT8.
// kernelSize: the size of the windows along height and width: two numbers, or one for both, above
//   0.
// stride: how far apart windows are: as many numbers, above 0, or none for the size of the windows.
// padding: how far windows reach beyond either end of the input: two numbers, or one for both, from
//   0 to half of a window.
// dilation: the distance of a window's elements: 1.
// ceilMode: whether the number of windows is rounded up. The last one still begins in the input or
//   in the padding before it.
// gradInput: receives the gradients. Same dtype as gradOutput; same shape as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaxPool2dWithMaskBackward; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Special values. A window without a bit in the mask, or with one outside of self, fails the run.
// The synchronisation of the stream returns 507015, and nothing is written.
// Accuracy: gradients of one element are added in double, in row-major order, and rounded once.
// Products: Ascend910, Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool2dWithMaskBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool ceilMode, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxPool2dWithMaskBackward(void* workspace,
                                                               uint64_t workspaceSize,
                                                               aclOpExecutor* executor,
                                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H_
