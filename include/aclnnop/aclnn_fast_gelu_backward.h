// aclnnFastGeluBackward: the gradient of fast gelu(x) = x s(1.702 x), where s(t) = 1 / (1 +
//   exp(-t)).
//
//   gradInput = gradOutput * s(t) (1 + t (1 - s(t))),   t = 1.702 * self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FAST_GELU_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_FAST_GELU_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of fast gelu's output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// self: the argument x of fast gelu. Same dtype, shape and storage format as gradOutput.
// gradInput: receives the gradient of self. Same dtype, shape and format. May be gradOutput or
//   self.
// workspaceSize: receives the bytes of workspace to pass to aclnnFastGeluBackward; currently 0.
// executor: receives the executor.
//
// Special values. self = inf gives gradOutput, self = -inf gives 0 * gradOutput. NaN gives NaN.
// Accuracy: within 1 ULP in FLOAT, 1.702 being the decimal number; results in FLOAT16 and BFLOAT16
// are rounded from such a value.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFastGeluBackwardGetWorkspaceSize(const aclTensor* gradOutput,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnFastGeluBackward(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FAST_GELU_BACKWARD_H_
