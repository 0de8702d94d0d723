// aclnnSiluBackward: the gradient of silu(x) = x s(x), where s(x) = 1 / (1 + exp(-x)).
//
//   gradInput = gradOutput * s(self) (1 + self (1 - s(self)))
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SILU_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_SILU_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of silu's output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// self: the argument x of silu. Same dtype and shape as gradOutput.
// gradInput: receives the gradient of self. Same dtype and shape. May be gradOutput or self.
// workspaceSize: receives the bytes of workspace to pass to aclnnSiluBackward; currently 0.
// executor: receives the executor.
//
// Special values. self = inf gives gradOutput, self = -inf gives 0 * gradOutput. NaN gives NaN.
// Accuracy: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSiluBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                                  const aclTensor* self,
                                                                  aclTensor* gradInput,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSiluBackward(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SILU_BACKWARD_H_
