// aclnnKlDivBackward: the gradient of aclnnKlDiv with respect to self.
//
//   out = -gradOutput t / count, 0 where t is not above 0; or -gradOutput exp(t) / count if
//   logTarget count = the number of elements of the result (reduction 1), its first size (3), else
//   1
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_KL_DIV_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_KL_DIV_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient with respect to the loss. FLOAT16, BFLOAT16 or FLOAT; broadcasts to
//   self; rank at most 8.
// self: the logarithms x; its elements do not count. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// target: the probabilities t, or their logarithms. FLOAT16, BFLOAT16 or FLOAT; broadcasts to self.
// reduction: that of the loss: 0 (none), 1 (mean), 2 (sum) or 3 (the sum, divided by the first
//   size).
// logTarget: whether target has logarithms.
// out: receives the gradient. Same dtype and shape as self. Shares no memory with the inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnKlDivBackward; currently 0.
// executor: receives the executor.
//
// Special values. Unless logTarget is true, a NaN in target gives 0, as it is not above 0. Else a
// NaN or an infinity gives what IEEE arithmetic makes of the formula.
// Accuracy: computed in double and rounded once, within 0.51 ULP.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnKlDivBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target, int64_t reduction,
    bool logTarget, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnKlDivBackward(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_KL_DIV_BACKWARD_H_
