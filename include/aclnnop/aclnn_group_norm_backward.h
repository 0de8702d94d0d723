// aclnnGroupNormBackward: the gradients of aclnnGroupNorm.
//
//   x' = (input - mean) * rstd,   g = gradOut * gamma
//   gradInput = (g - the mean of g in a group - x' * the mean of g x' in it) * rstd
//   gradGammaOut = the sum over each channel of gradOut x',   gradBetaOut = that of gradOut
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but gamma, and outputs that are not asked for, may
// be null (161001).
//
// gradOut: the gradient by out. FLOAT16, BFLOAT16 or FLOAT; N * C * HxW elements.
// input: the self of the forward pass. The dtype of gradOut; N * C * HxW elements.
// mean: the meanOut of the forward pass, N * group elements. FLOAT, or the dtype of gradOut.
// rstd: the rstdOut of the forward pass, in the dtype of mean.
// gamma: the gamma of the forward pass, C elements; null means 1. The dtype of mean.
// N, C, HxW: the sizes of input.
// group: the number of groups, above 0, which divides C.
// outputMask: three truths: whether gradInput, gradGammaOut and gradBetaOut are computed. Those
// that
//   are not may be null, and are left as they are.
// gradInput: receives the gradient by input, in its dtype and shape. It may be exactly the view of
//   gradOut or input.
// gradGammaOut: receives the gradient by gamma, C elements, in the dtype of mean.
// gradBetaOut: the same for beta.
// workspaceSize: receives the bytes of workspace to pass to aclnnGroupNormBackward.
// executor: receives the executor.
//
// Special values. A NaN in a group gives NaN in all of it. Sums over nothing are 0.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGroupNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean, const aclTensor* rstd,
    const aclTensor* gamma, int64_t N, int64_t C, int64_t HxW, int64_t group,
    const aclBoolArray* outputMask, aclTensor* gradInput, aclTensor* gradGammaOut,
    aclTensor* gradBetaOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGroupNormBackward(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H_
