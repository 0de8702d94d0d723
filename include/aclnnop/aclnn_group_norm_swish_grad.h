// aclnnGroupNormSwishGrad: the gradients of aclnnGroupNormSwish.
//
//   x' = (x - mean) * rstd,   y = x' * gamma + beta,   s = 1 / (1 + exp(-swishScale * y))
//   d = dy * s * (1 + swishScale * y * (1 - s)),   g = d * gamma
//   dxOut = (g - the mean of g in a group - x' * the mean of g x' in it) * rstd
//   dgammaOut = the sum over each channel of d x',   dbetaOut = that of d
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_SWISH_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_SWISH_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but dataFormatOptional may be null (161001).
//
// dy: the gradient by yOut. FLOAT16, BFLOAT16 or FLOAT; 2 to 8 axes.
// mean, rstd: meanOut and rstdOut of the forward pass, [N, numGroups]. The dtype of dy.
// x: the x of the forward pass, [N, C, ...]. Same dtype and shape as dy.
// gamma, beta: those of the forward pass, [C]. The dtype of dy.
// numGroups: the number of groups, above 0, which divides C.
// dataFormatOptional: "NCHW", which null means, too: channels are axis 1, whatever the rank.
// swishScale: that of the forward pass.
// dgammaIsRequire: whether dgammaOut is computed; it is left as it is if not.
// dbetaIsRequire: the same for dbetaOut.
// dxOut: receives the gradient by x. Same dtype and shape as dy. It may be exactly the view of dy
//   or x.
// dgammaOut: receives the gradient by gamma, [C]. The dtype of dy.
// dbetaOut: the same for beta.
// workspaceSize: receives the bytes of workspace to pass to aclnnGroupNormSwishGrad.
// executor: receives the executor.
//
// Special values. A NaN in a group gives NaN in all of it. Sums over nothing are 0.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGroupNormSwishGradGetWorkspaceSize(
    const aclTensor* dy, const aclTensor* mean, const aclTensor* rstd, const aclTensor* x,
    const aclTensor* gamma, const aclTensor* beta, int64_t numGroups, char* dataFormatOptional,
    double swishScale, bool dgammaIsRequire, bool dbetaIsRequire, const aclTensor* dxOut,
    const aclTensor* dgammaOut, const aclTensor* dbetaOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGroupNormSwishGrad(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_SWISH_GRAD_H_
