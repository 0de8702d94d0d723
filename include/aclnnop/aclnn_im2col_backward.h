// aclnnIm2colBackward: the gradient of aclnnIm2col; PyTorch calls it fold.
//
//   out = the sum of what the columns of gradOutput have for each element
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_IM2COL_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_IM2COL_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the columns, [(N,) C kernelSize[0] kernelSize[1], windows], as aclnnIm2col gives
//   them. FLOAT16, BFLOAT16 or FLOAT.
// inputSize: the height and the width of out: two numbers above 0.
// kernelSize: the size of the windows along height and width: two numbers above 0.
// dilation: the distance of a window's elements: two numbers above 0.
// padding: how far windows reach beyond either end of out: two numbers of at least 0.
// stride: how far apart windows are: two numbers above 0.
// out: receives the sums, [(N,) C, inputSize[0], inputSize[1]]. Same dtype as gradOutput.
// workspaceSize: receives the bytes of workspace to pass to aclnnIm2colBackward, about those of
//   gradOutput.
// executor: receives the executor.
//
// Special values. An element of no window is 0. What stands for elements beyond out is left out.
// Accuracy: elements are added in double, in the order of the places of a window, and rounded once.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIm2colBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclIntArray* inputSize, const aclIntArray* kernelSize,
    const aclIntArray* dilation, const aclIntArray* padding, const aclIntArray* stride,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIm2colBackward(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_IM2COL_BACKWARD_H_
