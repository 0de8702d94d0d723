// aclnnNLLLossBackward: the gradient of the negative log likelihood loss.
//
//   out[n, c] = -gradOutput_n * weight[c] / d  where c is target_n and not ignoreIndex, else 0
//
// d is totalWeight where reduction is 1, else 1. gradOutput_n is one number where reduction is not
// 0.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of the loss, [N] where reduction is 0 and self has rows, else [] or [1].
//   Same dtype as self.
// self: the argument of the loss, [N, C], or [C] of one row; only its dtype and shape count.
//   FLOAT16, BFLOAT16 or FLOAT.
// target: the class of each row, [N], or [] of one row. INT64, INT32 or UINT8.
// weight: the weight of each class, [C]. Same dtype as self.
// reduction: 0 (none), 1 (mean) or 2 (sum).
// ignoreIndex: the target that does not count; it need not be a class.
// totalWeight: what aclnnNLLLoss gave; one element. Same dtype as self.
// out: receives the gradient of self. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape of self.
// workspaceSize: receives the bytes of workspace to pass to aclnnNLLLossBackward; currently 0.
// executor: receives the executor.
//
// Special values. Elements of other classes, and rows whose target is ignored, are +0 whatever
// gradOutput is. The row of a target that is neither a class nor ignoreIndex is NaN. Accuracy:
// within 0.501 ULP. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNLLLossBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weight, int64_t reduction, int64_t ignoreIndex, const aclTensor* totalWeight,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNLLLossBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H_
