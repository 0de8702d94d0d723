// aclnnGroupNorm: groups of channels are given a mean of 0 and a deviation of 1.
//
//   mean = the sum of a group / n, n its elements
//   rstd = 1 / sqrt(the sum of (self - mean)^2 / n + eps)
//   out = (self - mean) * rstd * gamma + beta
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but gamma and beta may be null (161001).
//
// self: [N, C, ...], 2 to 8 axes, HxW elements for each channel of a sample, perhaps none. FLOAT16,
//   BFLOAT16 or FLOAT.
// gamma: a factor for each channel, [C]; null means 1. The dtype of self, as all that follow.
// beta: a summand for each channel, [C]; null means none.
// N, C, HxW: the sizes of self.
// group: the number of groups, above 0, which divides C.
// eps: what is added to the variance; above 0. It is used as the double that it is.
// out: receives the result, in the shape of self. It may be exactly the view of self.
// meanOut: receives the mean of each group of each sample, [N, group].
// rstdOut: the same for rstd. It may share memory with meanOut, whose elements there are lost.
// workspaceSize: receives the bytes of workspace to pass to aclnnGroupNorm.
// executor: receives the executor.
//
// Special values. A NaN or an infinity in a group gives NaN in all of it. Groups without elements
// have a mean of 0 and an rstd of NaN.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend310P, Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGroupNormGetWorkspaceSize(
    const aclTensor* self, const aclTensor* gamma, const aclTensor* beta, int64_t N, int64_t C,
    int64_t HxW, int64_t group, double eps, aclTensor* out, aclTensor* meanOut, aclTensor* rstdOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGroupNorm(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GROUP_NORM_H_
