// aclnnBatchNormGatherStatsWithCounts: the statistics of several parts of a batch become those of
// all, and update running statistics.
//
//   n = the sum of counts,   meanAll = the sum of counts * mean / n
//   var = the sum of counts * (1 / invstd^2 - eps + (mean - meanAll)^2) / n
//   invstdAll = 1 / sqrt(var + eps)
//   runningMean = (1 - momentum) * runningMean + momentum * meanAll
//   runningVar = (1 - momentum) * runningVar + momentum * var * n / (n - 1)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_GATHER_STATS_WITH_COUNTS_H_
#define OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_GATHER_STATS_WITH_COUNTS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but runningMean and runningVar may be null
// (161001).
//
// input: a part, [N, C, ...], 2 to 8 axes, of which C counts. FLOAT16, BFLOAT16 or FLOAT, as all
//   tensors; they may differ.
// mean: the mean of each channel of each part, [parts, C].
// invstd: the same for 1 / sqrt(the variance + eps).
// runningMean: the means that are kept from one batch to the next, [C]; null means that they are
//   not wanted.
// runningVar: the same for variances.
// momentum: how much the batch counts in running statistics.
// eps: what is in invstd, and is added to var.
// counts: the elements of a channel in each part, [parts].
// meanAll: receives the means, [C].
// invstdAll: receives the reciprocals of the deviations, [C].
// workspaceSize: receives the bytes of workspace to pass to aclnnBatchNormGatherStatsWithCounts.
// executor: receives the executor.
//
// Special values. A NaN or an infinity, and a sum of counts of 0 or 1, gives what IEEE arithmetic
// makes of the formulas.
// Accuracy: all is computed in double, in an order that the shape alone decides. Each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormGatherStatsWithCountsGetWorkspaceSize(
    const aclTensor* input, const aclTensor* mean, const aclTensor* invstd, aclTensor* runningMean,
    aclTensor* runningVar, double momentum, double eps, const aclTensor* counts, aclTensor* meanAll,
    aclTensor* invstdAll, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormGatherStatsWithCounts(void* workspace,
                                                                    uint64_t workspaceSize,
                                                                    aclOpExecutor* executor,
                                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_GATHER_STATS_WITH_COUNTS_H_
