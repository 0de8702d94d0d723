// aclnnAddLayerNormGrad: the gradients of aclnnAddLayerNorm.
//
//   x' = (x1 + x2 - mean) * rstd,   g = dy * gamma
//   dxOut = (g - the mean of g in a row - x' * the mean of g x' in it) * rstd + dsumOptional
//   dgammaOut = the sum over all rows of dy x',   dbetaOut = that of dy
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but dsumOptional may be null (161001).
//
// dy: the gradient by yOut. FLOAT16, BFLOAT16 or FLOAT; up to 8 axes.
// x1, x2: those of the forward pass. Same dtype and shape as dy.
// rstd, mean: those of the forward pass. FLOAT, an element for each row.
// gamma: the gamma of the forward pass, [R1, ..., Rj]. The dtype of dy.
// dsumOptional: what is added to the gradient by x; null means nothing. Same dtype and shape as dy.
// dxOut: receives the gradient by x. Same dtype and shape as dy.
// dgammaOut: receives the gradient by gamma, in its shape. FLOAT.
// dbetaOut: the same for beta.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddLayerNormGrad.
// executor: receives the executor.
//
// Special values. A NaN in a row gives NaN in all of it. Sums over no rows are 0.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddLayerNormGradGetWorkspaceSize(
    const aclTensor* dy, const aclTensor* x1, const aclTensor* x2, const aclTensor* rstd,
    const aclTensor* mean, const aclTensor* gamma, const aclTensor* dsumOptional,
    const aclTensor* dxOut, const aclTensor* dgammaOut, const aclTensor* dbetaOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddLayerNormGrad(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_GRAD_H_
