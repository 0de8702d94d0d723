// aclnnMishBackward: the gradient of mish.
//
//   gradInput = gradOutput * (t + self s (1 - t^2))
//
//   t = tanh(log(1 + exp(self))), s = 1 / (1 + exp(-self))
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MISH_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_MISH_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of the output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// self: the argument x of mish. One of the same dtypes; rank at most 8. gradOutput and self
//   broadcast (rule 5).
// gradInput: receives the gradient. One of the same dtypes; of the shape to which the inputs
//   broadcast: where self is broadcast its gradient is not summed. May be an input that has its
//   dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnMishBackward; currently 0.
// executor: receives the executor.
//
// Special values. self = inf gives gradOutput, self = -inf gives 0 * gradOutput: a zero, NaN if
// gradOutput is inf. NaN gives NaN.
// Accuracy: within 1 ULP in FLOAT, also in the tail and near the zero of the derivative at self =
// -1.19243121; results in FLOAT16 and BFLOAT16 are rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMishBackwardGetWorkspaceSize(const aclTensor* gradOutput,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnMishBackward(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MISH_BACKWARD_H_
