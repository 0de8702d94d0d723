// aclnnDeepNormGrad: the gradients of aclnnDeepNorm.
//
//   x' = (alpha * x + gx - mean) * rstd,   g = dy * gamma
//   dgxOut = (g - the mean of g in a row - x' * the mean of g x' in it) * rstd
//   dxOut = alpha * dgxOut
//   dbetaOut = the sum over all rows of dy,   dgammaOut = that of dy x'
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DEEP_NORM_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_DEEP_NORM_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// dy: the gradient by yOut. FLOAT16, BFLOAT16 or FLOAT; 2 to 8 axes.
// x, gx: those of the forward pass. Same dtype and shape as dy.
// gamma: the gamma of the forward pass, [R1, ..., Rj]. The dtype of dy.
// mean, rstd: meanOut and rstdOut of the forward pass. FLOAT, an element for each row.
// alpha: that of the forward pass.
// dxOut: receives the gradient by x. Same dtype and shape as dy.
// dgxOut: receives the gradient by gx. Same dtype and shape as dy.
// dbetaOut: receives the gradient by beta, in the shape of gamma. FLOAT.
// dgammaOut: the same for gamma.
// workspaceSize: receives the bytes of workspace to pass to aclnnDeepNormGrad; 16 for each element
//   of x, and more.
// executor: receives the executor.
//
// Special values. A NaN in a row gives NaN in all of it. Sums over no rows are 0.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDeepNormGradGetWorkspaceSize(
    const aclTensor* dy, const aclTensor* x, const aclTensor* gx, const aclTensor* gamma,
    const aclTensor* mean, const aclTensor* rstd, double alpha, const aclTensor* dxOut,
    const aclTensor* dgxOut, const aclTensor* dbetaOut, const aclTensor* dgammaOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDeepNormGrad(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DEEP_NORM_GRAD_H_
