// aclnnBatchNormReduceBackward: the sums over channels that gradients of batch norms need.
//
//   sumDy = gradBias = the sum of gradOut
//   sumDyXmu = the sum of gradOut * (input - mean)
//   gradWeight = sumDyXmu * invstd
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H_
#define OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but weight, and outputs that are not asked for, may
// be null (161001).
//
// gradOut: the gradient by the output. FLOAT16, BFLOAT16 or FLOAT; [N, C, ...], 2 to 8 axes.
// input: the input of the forward pass. Same dtype and shape as gradOut.
// mean, invstd: those of the forward pass, [C]. FLOAT16, BFLOAT16 or FLOAT, as all numbers of
//   channels.
// weight: is not used; null is fine.
// inputG: whether sumDy and sumDyXmu are computed. What is not computed may be null, and is left as
//   it is.
// weightG: whether gradWeight is computed.
// biasG: whether gradBias is computed.
// sumDy, sumDyXmu, gradWeight, gradBias: receive the sums, [C].
// workspaceSize: receives the bytes of workspace to pass to aclnnBatchNormReduceBackward.
// executor: receives the executor.
//
// Special values. Sums over nothing are 0.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormReduceBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean,
    const aclTensor* invstd, const aclTensor* weight, const bool inputG, const bool weightG,
    const bool biasG, aclTensor* sumDy, aclTensor* sumDyXmu, aclTensor* gradWeight,
    aclTensor* gradBias, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormReduceBackward(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H_
