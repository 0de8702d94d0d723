// aclnnSyncBatchNormGatherStats: sums of several parts of a batch become the statistics of all, and
// update running statistics.
//
//   n = the sum of sampleCount,   batchMean = the sum of totalSum / n
//   var = the sum of totalSquareSum / n - batchMean^2
//   batchInvstd = 1 / sqrt(var + eps)
//   mean = (1 - momentum) * mean + momentum * batchMean
//   variance = (1 - momentum) * variance + momentum * var * n / (n - 1)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SYNC_BATCH_NORM_GATHER_STATS_H_
#define OPENACLNN_ACLNNOP_ACLNN_SYNC_BATCH_NORM_GATHER_STATS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// totalSum: the sum of each channel of each part, [parts, C]. FLOAT16, BFLOAT16 or FLOAT.
// totalSquareSum: the same for squares. Same dtype and shape as totalSum.
// sampleCount: the elements of a channel in each part, [parts]. INT32, FLOAT16, BFLOAT16 or FLOAT.
// mean: the running means, [C], which are updated. The dtype of totalSum.
// variance: the same for variances.
// momentum: how much the batch counts in running statistics.
// eps: what is added to var.
// batchMean: receives the means, [C]. FLOAT16, BFLOAT16 or FLOAT.
// batchInvstd: receives the reciprocals of the deviations, [C]. The dtype of batchMean.
// workspaceSize: receives the bytes of workspace to pass to aclnnSyncBatchNormGatherStats.
// executor: receives the executor.
//
// Special values. A NaN or an infinity, and a sum of counts of 0 or 1, gives what IEEE arithmetic
// makes of the formulas.
// Accuracy: all is computed in double, in an order that the shape alone decides. Each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSyncBatchNormGatherStatsGetWorkspaceSize(
    const aclTensor* totalSum, const aclTensor* totalSquareSum, const aclTensor* sampleCount,
    aclTensor* mean, aclTensor* variance, float momentum, float eps, aclTensor* batchMean,
    aclTensor* batchInvstd, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSyncBatchNormGatherStats(void* workspace,
                                                              uint64_t workspaceSize,
                                                              aclOpExecutor* executor,
                                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SYNC_BATCH_NORM_GATHER_STATS_H_
