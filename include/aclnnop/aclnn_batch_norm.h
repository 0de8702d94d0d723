// aclnnBatchNorm: channels are given a mean of 0 and a deviation of 1.
//
//   mean = the sum of a channel / n, n its elements
//   var = the sum of (input - mean)^2 / n
//   output = (input - mean) / sqrt(var + eps) * weight + bias
//   runningMean = (1 - momentum) * runningMean + momentum * mean
//   runningVar = (1 - momentum) * runningVar + momentum * var * n / (n - 1)
//
// If training is false, mean is runningMean and var is runningVar, which stay as they are.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but weight, bias, runningMean, runningVar, and
// outputs that are not written, may be null (161001).
//
// input: [N, C, ...], 2 to 8 axes, in any layout, perhaps without elements. FLOAT16, BFLOAT16 or
//   FLOAT.
// weight: a factor for each channel, [C]; null means 1. FLOAT16, BFLOAT16 or FLOAT, as all numbers
//   of channels.
// bias: a summand for each channel, [C]; null means none.
// runningMean: the means that are kept from one batch to the next, [C]; null means 0, and that they
//   are not wanted.
// runningVar: the same for variances; null means 1.
// training: whether the statistics are those of input.
// momentum: how much the batch counts in running statistics.
// eps: what is added to the variance. It is used as the double that it is.
// output: receives the result, in the dtype and shape of input. It may be exactly its view.
// saveMean: receives the means if training is true, [C]; else it is left as it is, and may be null
//   or have no elements.
// saveInvstd: the same for var, or for 1 / sqrt(var + eps) on Ascend950.
// workspaceSize: receives the bytes of workspace to pass to aclnnBatchNorm.
// executor: receives the executor.
//
// Special values. A NaN or an infinity in a channel gives NaN in all of it.
// Without elements saveMean is 0, saveInvstd NaN, and running statistics stay as they are.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend310P, Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormGetWorkspaceSize(
    const aclTensor* input, const aclTensor* weight, const aclTensor* bias, aclTensor* runningMean,
    aclTensor* runningVar, bool training, double momentum, double eps, aclTensor* output,
    aclTensor* saveMean, aclTensor* saveInvstd, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNorm(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_H_
