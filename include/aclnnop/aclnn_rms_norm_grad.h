// aclnnRmsNormGrad: the gradients of aclnnRmsNorm.
//
//   x' = x * rstd,   g = dy * gamma
//   dxOut = (g - x' * the mean of g x' along a row) * rstd
//   dgammaOut = the sum over all rows of dy x'
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_RMS_NORM_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_RMS_NORM_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// dy: the gradient by yOut. FLOAT16, BFLOAT16 or FLOAT; up to 8 axes.
// x: the x of the forward pass. Same dtype and shape as dy.
// rstd: the rstdOut of the forward pass. FLOAT, an element for each row.
// gamma: the gamma of the forward pass. FLOAT, or the dtype of x.
// dxOut: receives the gradient by x, in its dtype and shape. It may be exactly the view of dy or x.
// dgammaOut: receives the gradient by gamma, in its shape. FLOAT.
// workspaceSize: receives the bytes of workspace to pass to aclnnRmsNormGrad.
// executor: receives the executor.
//
// Special values. A NaN in a row gives NaN in all of it. Sums over no rows are 0.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRmsNormGradGetWorkspaceSize(
    const aclTensor* dy, const aclTensor* x, const aclTensor* rstd, const aclTensor* gamma,
    const aclTensor* dxOut, const aclTensor* dgammaOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRmsNormGrad(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_RMS_NORM_GRAD_H_
