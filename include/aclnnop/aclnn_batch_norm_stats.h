// aclnnBatchNormStats: the mean of each channel, and the reciprocal of its deviation.
//
//   mean = the sum of a channel / n, n its elements
//   invstd = 1 / sqrt(the sum of (input - mean)^2 / n + eps)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_STATS_H_
#define OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_STATS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: [N, C, ...], 2 to 8 axes, in any layout. FLOAT16, BFLOAT16 or FLOAT.
// eps: what is added to the variance. It is used as the double that it is.
// mean: receives the means, [C]. FLOAT.
// invstd: receives the reciprocals, [C]. FLOAT.
// workspaceSize: receives the bytes of workspace to pass to aclnnBatchNormStats.
// executor: receives the executor.
//
// Special values. A NaN or an infinity in a channel gives NaN. Channels without elements have a
// mean of 0 and an invstd of NaN. Accuracy: all is computed in double, in an order that the shape
// alone decides, and each result is rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormStatsGetWorkspaceSize(const aclTensor* input,
                                                                    double eps, aclTensor* mean,
                                                                    aclTensor* invstd,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormStats(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_STATS_H_
