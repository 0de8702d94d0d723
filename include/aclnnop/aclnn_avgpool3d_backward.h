// aclnnAvgPool3dBackward: the gradient of aclnnAvgPool3d.
//
//   output = the sum of gradOutput of its windows over their sizes
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_AVGPOOL3D_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_AVGPOOL3D_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradients by the results of aclnnAvgPool3d, in their shape. FLOAT16, BFLOAT16 or
//   FLOAT.
// self: the tensor that was pooled: only its dtype, that of gradOutput, and its shape count.
// kernelSize: the size of the windows along depth, height and width: three numbers, or one for all,
//   above 0.
// stride: how far apart windows are: as many numbers, above 0, or none for the size of the windows.
// padding: how far windows reach beyond either end of the input: three numbers, or one for all,
//   from 0 to half of a window.
// ceilMode: whether the number of windows is rounded up. The last one still begins in the input or
//   in the padding before it.
// countIncludePad: whether the size of a window counts elements of the padding.
// divisorOverride: a number by which all sums are divided, or 0: the size of the window.
// output: receives the gradients. Same dtype as gradOutput; same shape as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnAvgPool3dBackward; 0 where tensors
//   lie as they are computed.
// executor: receives the executor.
//
// Special values. A sum with inf or NaN is what IEEE arithmetic says. Order of sums: along depth
// and height first, then along the width, in double. Accuracy: sums are in double and rounded once.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAvgPool3dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* kernelSize,
    const aclIntArray* stride, const aclIntArray* padding, bool ceilMode, bool countIncludePad,
    int64_t divisorOverride, aclTensor* output, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAvgPool3dBackward(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor,
                                                       const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_AVGPOOL3D_BACKWARD_H_
