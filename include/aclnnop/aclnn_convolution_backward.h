// aclnnConvolutionBackward and aclnnConvTbcBackward: the gradients of aclnnConvolution and
// aclnnConvTbc by their tensors.
//
//   gradInput   = the transposed convolution of gradOutput with weight; if the convolution is a
//                 transposed one, the plain one
//   gradWeight  = for each tap, the sum over the batch and the positions of gradOutput times the
//                 element of input that meets it
//   gradBias    = the sum over the batch and the positions of gradOutput
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. gradOutput, input, weight, stride, padding, dilation,
// outputPadding and outputMask may not be null (161001).
//
// gradOutput: the gradient by the output of aclnnConvolution, with its shape. FLOAT16, BFLOAT16 or
//   FLOAT, in any layout, as all tensors here.
// input, weight: as aclnnConvolution took them.
// biasSizes: the number of channels of the output alone, or null. It is looked at if outputMask
//   asks for gradBias.
// stride, padding, dilation, transposed, outputPadding, groups: as aclnnConvolution took them. If
//   transposed is false, outputPadding has 0 alone.
// outputMask: whether gradInput, gradWeight and gradBias are wanted. What is not wanted is not
//   written, and may be null; what is wanted may not (161001).
// cubeMathType: 0 to 3. FLOAT is always computed as FLOAT.
// gradInput: receives the gradient by input. Same dtype and shape.
// gradWeight: receives the gradient by weight. Same shape; FLOAT16, BFLOAT16 or FLOAT.
// gradBias: receives the gradient by the bias, [channels of the output]. Same dtype as gradOutput.
// workspaceSize: receives the bytes of workspace to pass to aclnnConvolutionBackward.
// executor: receives the executor.
//
// Special values. As those of aclnnConvolution. Without elements in gradOutput, gradients are 0.
// Accuracy: gradInput and gradWeight are sums of products as those of aclnnMm. The former goes over
// the channels of the output and the taps that meet a position, the latter over the batch and the
// positions. gradBias is added in DOUBLE. Each is rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvolutionBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* input, const aclTensor* weight,
    const aclIntArray* biasSizes, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool transposed, const aclIntArray* outputPadding, int groups,
    const aclBoolArray* outputMask, int8_t cubeMathType, aclTensor* gradInput,
    aclTensor* gradWeight, aclTensor* gradBias, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvolutionBackward(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         const aclrtStream stream);

// Checks the arguments and prepares a run: the gradients of aclnnConvTbc. None may be null.
//
// self: the gradient by the output of aclnnConvTbc, with its shape [T + 2 * pad - K + 1, N, Cout].
//   FLOAT16, BFLOAT16 or FLOAT, in any layout.
// input, weight, bias: as aclnnConvTbc took them; same dtype as self. bias is not read.
// pad: as aclnnConvTbc took it.
// cubeMathType: 0 to 3. FLOAT is always computed as FLOAT.
// gradInput, gradWeight, gradBias: receive the gradients by input, weight and bias, with their
//   dtypes and shapes.
// workspaceSize: receives the bytes of workspace to pass to aclnnConvTbcBackward.
// executor: receives the executor.
//
// Special values. Those of aclnnConvolutionBackward.
// Accuracy: that of aclnnConvolutionBackward.
// Products: all except Atlas inference products (Ascend 310P).
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvTbcBackwardGetWorkspaceSize(
    const aclTensor* self, const aclTensor* input, const aclTensor* weight, const aclTensor* bias,
    int64_t pad, int8_t cubeMathType, aclTensor* gradInput, aclTensor* gradWeight,
    aclTensor* gradBias, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run; as aclnnConvolutionBackward.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvTbcBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor,
                                                     const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H_
