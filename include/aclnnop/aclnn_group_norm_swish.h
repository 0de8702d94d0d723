// aclnnGroupNormSwish: groups of channels are given a mean of 0 and a deviation of 1, and swish is
// applied.
//
//   meanOut = the sum of a group / n, n its elements
//   rstdOut = 1 / sqrt(the sum of (x - meanOut)^2 / n + eps)
//   y = (x - meanOut) * rstdOut * gamma + beta
//   yOut = y / (1 + exp(-swishScale * y)), or y if activateSwish is false
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_SWISH_H_
#define OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_SWISH_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but dataFormatOptional may be null (161001).
//
// x: [N, C, ...], 2 to 8 axes, perhaps without elements. FLOAT16, BFLOAT16 or FLOAT.
// gamma: a factor for each channel, [C]. FLOAT, or the dtype of x.
// beta: a summand for each channel, [C]. The dtype of gamma.
// numGroups: the number of groups, above 0, which divides C.
// dataFormatOptional: "NCHW", which null means, too: channels are axis 1, whatever the rank.
// eps: what is added to the variance. It is used as the double that it is.
// activateSwish: whether swish is applied.
// swishScale: the factor in the exponent of swish. It is used as the double that it is.
// yOut: receives the result, in the dtype and shape of x. It may be exactly the view of x.
// meanOut: receives the mean of each group of each sample, [N, numGroups]. The dtype of gamma.
// rstdOut: the same for the reciprocal deviations.
// workspaceSize: receives the bytes of workspace to pass to aclnnGroupNormSwish.
// executor: receives the executor.
//
// Special values. A NaN or an infinity in a group gives NaN in all of it. Groups without elements
// have a mean of 0 and a reciprocal deviation of NaN.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGroupNormSwishGetWorkspaceSize(
    const aclTensor* x, const aclTensor* gamma, const aclTensor* beta, int64_t numGroups,
    char* dataFormatOptional, double eps, bool activateSwish, double swishScale,
    const aclTensor* yOut, const aclTensor* meanOut, const aclTensor* rstdOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGroupNormSwish(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_SWISH_H_
