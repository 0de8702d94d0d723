// aclnnCrossEntropyLossGrad: the gradient of aclnnCrossEntropyLoss by its scores.
//
//   g_n       = gradLoss * weight[target_n], 0 where target_n is ignoreIndex; for "mean" divided by
//               the sum of weight[target_n], those that are ignored aside
//   out[n, c] = g_n * (exp(logProb[n, c]) - 1) where c is target_n, else g_n * exp(logProb[n, c])
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001), except those that are called
// optional.
//
// gradLoss: the gradient of each loss, [N], for "none", else of the loss, [] or [1]. FLOAT16,
//   BFLOAT16 or FLOAT.
// logProb: the log-probabilities, [N, C]. Same dtype.
// target: the class of each row, [N]. INT64.
// weightOptional: the weight of each class, [C], or null for 1. FLOAT.
// gradZlossOptional: any tensor or null; it is not read.
// lseForZlossOptional: any tensor or null; it is not read.
// reductionOptional: "mean", "sum" or "none"; null is "mean".
// ignoreIndex: the target that does not count; it need not be a class.
// labelSmoothing: the number 0.
// lseSquareScaleForZloss: changes nothing.
// out: receives the gradient. Same dtype as gradLoss, same shape as logProb. Shares no memory with
//   inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnCrossEntropyLossGrad; currently
//   that of some DOUBLEs for each row.
// executor: receives the executor.
//
// Special values. A row whose target is ignored, or has the weight 0, is +0. A target that is
// neither a class nor ignoreIndex makes its row NaN.
// Accuracy: all is computed in DOUBLE and rounded once: within 0.51 ULP and 2^-48 of the absolute
// terms.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCrossEntropyLossGradGetWorkspaceSize(
    const aclTensor* gradLoss, const aclTensor* logProb, const aclTensor* target,
    const aclTensor* weightOptional, const aclTensor* gradZlossOptional,
    const aclTensor* lseForZlossOptional, char* reductionOptional, int64_t ignoreIndex,
    double labelSmoothing, double lseSquareScaleForZloss, const aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCrossEntropyLossGrad(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_GRAD_H_
