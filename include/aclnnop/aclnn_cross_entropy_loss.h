// aclnnCrossEntropyLoss: the loss of scores of classes, of which one is the target.
//
//   logProbOut = log_softmax(input) along the classes
//   loss_n     = -(1 - labelSmoothing) * weight[target_n] * logProbOut[n, target_n]
//                - labelSmoothing / C * the sum of weight[c] * logProbOut[n, c]
//                0 where target_n is ignoreIndex
//   lossOut    = loss ("none"), its sum ("sum"), or that divided by the sum of weight[target_n]
//                ("mean")
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_H_
#define OPENACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001), except weightOptional and
// reductionOptional.
//
// input: the scores, [N, C]. FLOAT16, BFLOAT16 or FLOAT.
// target: the class of each row, [N]. INT64 or INT32.
// weightOptional: the weight of each class, [C], or null for 1. FLOAT.
// reductionOptional: "mean", "sum" or "none"; null is "mean".
// ignoreIndex: the target that does not count; it need not be a class.
// labelSmoothing: the share of the loss that all classes have, from 0 to 1.
// lseSquareScaleForZloss: changes nothing.
// returnZloss: changes nothing.
// lossOut: receives the losses, [N], for "none", else the loss, [] or [1]. Same dtype as input.
//   Shares no memory with inputs.
// logProbOut: receives the log-probabilities. Same dtype and shape as input. Shares no memory with
//   inputs.
// zlossOut: any tensor; it is not written.
// lseForZlossOut: any tensor; it is not written.
// workspaceSize: receives the bytes of workspace to pass to aclnnCrossEntropyLoss; currently that
//   of input as DOUBLEs, and of some DOUBLEs for each row.
// executor: receives the executor.
//
// Special values. A target that is neither a class nor ignoreIndex gives NaN. The mean where all
// are ignored, or N is 0, is NaN, the sum +0.
// Accuracy: log-probabilities, products and sums are DOUBLEs, in orders that C and N alone decide,
// and results are rounded once: within 0.51 ULP and 2^-40 of the sum of the absolute terms.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCrossEntropyLossGetWorkspaceSize(
    const aclTensor* input, const aclTensor* target, const aclTensor* weightOptional,
    char* reductionOptional, int64_t ignoreIndex, double labelSmoothing,
    double lseSquareScaleForZloss, bool returnZloss, const aclTensor* lossOut,
    const aclTensor* logProbOut, const aclTensor* zlossOut, const aclTensor* lseForZlossOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCrossEntropyLoss(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_H_
