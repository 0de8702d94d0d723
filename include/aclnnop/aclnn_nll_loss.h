// aclnnNLLLoss: the negative log likelihood loss.
//
//   loss_n = -weight[target_n] * self[n, target_n], or 0 where target_n is ignoreIndex
//   totalWeightOut = the sum of weight[target_n], those that are ignored aside
//   out = loss (reduction 0), sum of loss / totalWeightOut (1), or sum of loss (2)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS_H_
#define OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: log-probabilities of the classes, [N, C], or [C] of one row. FLOAT16, BFLOAT16 or FLOAT.
// target: the class of each row, [N], or [] of one row. INT64, INT32 or UINT8.
// weight: the weight of each class, [C]. Same dtype as self.
// reduction: 0 (none), 1 (mean) or 2 (sum).
// ignoreIndex: the target that does not count; it need not be a class.
// out: receives the losses, [N], where reduction is 0 and self has rows, else the loss, [] or [1].
//   FLOAT16, BFLOAT16, FLOAT or DOUBLE.
// totalWeightOut: receives the sum of weights, one element; 0 where reduction is 0. One of the same
//   dtypes.
// workspaceSize: receives the bytes of workspace to pass to aclnnNLLLoss; currently 0.
// executor: receives the executor.
//
// Special values. A target that is neither a class nor ignoreIndex gives NaN, as its weight does.
// The mean where all are ignored, or N is 0, is NaN, the sum +0.
// Accuracy: products are exact in double, sums and quotients are of doubles, in an order that N
// alone decides, and each result is rounded once: within 0.51 ULP and 2^-40 of the sum of the
// absolute terms. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNLLLossGetWorkspaceSize(
    const aclTensor* self, const aclTensor* target, const aclTensor* weight, int64_t reduction,
    int64_t ignoreIndex, aclTensor* out, aclTensor* totalWeightOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNLLLoss(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS_H_
