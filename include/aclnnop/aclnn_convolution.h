// aclnnConvolution, aclnnConvDepthwise2d and aclnnConvTbc: convolutions over one to three axes of
// space.
//
//   output[n, c, o] = bias[c] + the sum over the channels j of c's group and the taps t of
//                               input[n, j, o * stride - padding + t * dilation] * weight[c, j, t]
//
// and, if it is transposed,
//
//   output[n, c, o] = bias[c] + the sum over the channels j of c's group, the elements i and the
//                               taps t with i * stride - padding + t * dilation = o of
//                               input[n, j, i] * weight[j, c, t]
//
// Beyond its ends the input is 0. The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CONVOLUTION_H_
#define OPENACLNN_ACLNNOP_ACLNN_CONVOLUTION_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. input, weight, stride, padding, dilation, output and,
// if transposed is true, outputPadding may not be null (161001).
//
// input: [N, Cin, space...], 3 to 5 axes. FLOAT16, BFLOAT16 or FLOAT, in any layout.
// weight: [Cout, Cin / groups, taps...]; if transposed is true, [Cin, Cout / groups, taps...]. It
//   has one of the dtypes of input, perhaps another one. A kernel has at least one element.
// bias: [Cout], of those dtypes; may be null.
// stride, dilation: a number of at least 1 for each axis of space.
// padding: a number of at least 0 for each axis of space; or, if there are one or two such axes,
//   two for each, before and behind.
// transposed: whether it is a transposed convolution.
// outputPadding: if transposed is true, how much larger output is along each axis of space. A number
//   is at least 0 and less than stride or dilation. Else it is not looked at, and may be null.
// groups: 1 to 65535. It divides the channels. Channels of a group meet no others.
// output: receives the result, [N, Cout, space...]. FLOAT16, BFLOAT16 or FLOAT.
//   If transposed is false, a size is (whole - dilation * (taps - 1) - 1) / stride + 1, rounded
//   down. whole is the size of input with both sides of its padding. If it is true, a size is
//   (size - 1) * stride - padding of both sides + dilation * (taps - 1) + outputPadding + 1.
// cubeMathType: 0 to 3. FLOAT is always computed as FLOAT.
// workspaceSize: receives the bytes of workspace to pass to aclnnConvolution; currently 0.
// executor: receives the executor.
//
// Special values. Padding is multiplied like other elements: a 0 times an infinite weight is NaN.
// Taps of a transposed convolution that meet no position of the input are left out.
// Accuracy: the sums of products are those of aclnnMm, over the channels of a group and, for each,
// the taps in order. The bias is added in DOUBLE, and the result rounded once.
// Products: all except Atlas training products (Ascend 910).
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvolutionGetWorkspaceSize(
    const aclTensor* input, const aclTensor* weight, const aclTensor* bias,
    const aclIntArray* stride, const aclIntArray* padding, const aclIntArray* dilation,
    bool transposed, const aclIntArray* outputPadding, const int64_t groups, aclTensor* output,
    int8_t cubeMathType, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvolution(void* workspace, const uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. There are two axes of space, with a group for each
// channel of self. self, weight, kernelSize, stride, padding, dilation and out may not be null.
//
// self: [N, C, H, W]. FLOAT16, BFLOAT16 or FLOAT, in any layout.
// weight: [Cout, 1, KH, KW], where Cout is a multiple of C. Same dtype as self.
// kernelSize: KH and KW, the sizes of a kernel.
// bias: [Cout], same dtype as self; may be null.
// stride, padding, dilation: as those of aclnnConvolution, a number for each axis, and two of padding if they differ.
// out: receives the result, [N, Cout, Hout, Wout]. Same dtype as self.
// cubeMathType: 0 to 3. FLOAT is always computed as FLOAT.
// workspaceSize: receives the bytes of workspace to pass to aclnnConvDepthwise2d; currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnConvolution.
// Accuracy: that of aclnnConvolution.
// Products: Atlas A2 and A3 training products (Ascend 910B, 910_93) and Ascend 950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvDepthwise2dGetWorkspaceSize(
    const aclTensor* self, const aclTensor* weight, const aclIntArray* kernelSize,
    const aclTensor* bias, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, aclTensor* out, int8_t cubeMathType, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run; as aclnnConvolution.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvDepthwise2d(void* workspace, const uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. There is one axis of space, the time, with channels
// last. None may be null.
//
// self: [T, N, Cin]. FLOAT16, BFLOAT16 or FLOAT, in any layout.
// weight: [K, Cin, Cout], same dtype as self.
// bias: [Cout], same dtype as self.
// pad: 0 to 255, elements of padding at both ends.
// output: receives the result, [T + 2 * pad - K + 1, N, Cout]. Same dtype as self.
// cubeMathType: 0 to 3. FLOAT is always computed as FLOAT.
// workspaceSize: receives the bytes of workspace to pass to aclnnConvTbc; currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnConvolution.
// Accuracy: that of aclnnConvolution.
// Products: Atlas A2 and A3 training products (Ascend 910B, 910_93) and Ascend 950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvTbcGetWorkspaceSize(
    const aclTensor* self, const aclTensor* weight, const aclTensor* bias, const int64_t pad,
    aclTensor* output, int8_t cubeMathType, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run; as aclnnConvolution.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvTbc(void* workspace, const uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CONVOLUTION_H_
