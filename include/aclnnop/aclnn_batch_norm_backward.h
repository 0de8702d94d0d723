// aclnnBatchNormBackward: the gradients of aclnnBatchNorm.
//
//   x' = (input - mean) * rstd,   g = gradOut * weight
//   gradInput = (g - the mean of g in a channel - x' * the mean of g x' in it) * rstd if training,
//     else g * rstd
//   gradWeight = the sum over each channel of gradOut x',   gradBias = that of gradOut
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but weight, statistics that are not read, and
// outputs that are not asked for, may be null (161001).
//
// gradOut: the gradient by output. FLOAT16, BFLOAT16 or FLOAT; [N, C, ...], 2 to 8 axes.
// input: the input of the forward pass. Same dtype and shape as gradOut.
// weight: the weight of the forward pass, [C]; null means 1. FLOAT16, BFLOAT16 or FLOAT.
// runningMean, runningVar: those of the forward pass, [C]; they are read if training is false. Null
//   means 0 and 1.
// saveMean, saveInvstd: those of the forward pass, [C]; they are read if training is true. Else
// they
//   may be null or have no elements. saveInvstd is the variance, or on Ascend950 1 / sqrt(var +
//   eps).
// training: whether the statistics of the forward pass were those of input.
// eps: what is added to the variance. It is used as the double that it is.
// outputMask: three truths: whether gradInput, gradWeight and gradBias are computed. Those that are
//   not may be null, and are left as they are.
// gradInput: receives the gradient by input, in its dtype and shape. It may be exactly the view of
//   gradOut or input.
// gradWeight: receives the gradient by weight, [C]. FLOAT16, BFLOAT16 or FLOAT.
// gradBias: the same for bias.
// workspaceSize: receives the bytes of workspace to pass to aclnnBatchNormBackward.
// executor: receives the executor.
//
// Special values. A NaN in a channel gives NaN in all of it. Sums over nothing are 0.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* weight,
    const aclTensor* runningMean, const aclTensor* runningVar, const aclTensor* saveMean,
    const aclTensor* saveInvstd, bool training, double eps, const aclBoolArray* outputMask,
    aclTensor* gradInput, aclTensor* gradWeight, aclTensor* gradBias, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormBackward(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor,
                                                       const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H_
