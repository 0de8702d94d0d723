// aclnnGeluBackward: the gradient of gelu in its tanh form.
//
//   gradInput = gradOutput * gelu'(self)
//
//   gelu(x)  = x/2 (1 + tanh(u(x)))          u(x) = sqrt(2/pi) (x + 0.044715 x^3)
//   gelu'(x) = 1/2 (1 + tanh(u)) + x/2 (1 - tanh(u)^2) u'(x)
//
// This is aclnnGeluBackwardV2 with "tanh". The constants are the real numbers, not their roundings.
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GELU_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_GELU_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of gelu's output. Rank at most 8.
// self: the argument x of gelu. Rank at most 8; gradOutput and self broadcast (rule 5). The dtypes
//   of the two promote (rule 6) to FLOAT, FLOAT16 or BFLOAT16. One of them is such a float, the
//   other may be an integer or BOOL.
// gradInput: receives the gradient, const as it is. FLOAT16, BFLOAT16 or FLOAT, whatever the dtypes
//   of the inputs; of the shape to which they broadcast. May be an input that has its dtype and
//   shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnGeluBackward; currently 0.
// executor: receives the executor.
//
// Special values. self = inf gives gradOutput, self = -inf gives 0 * gradOutput: a zero, NaN if
// gradOutput is inf. NaN gives NaN.
// Accuracy: within 1 ULP in FLOAT, also in the tail and near the zero of gelu' near self = -0.75;
// results in FLOAT16 and BFLOAT16 are rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeluBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                                  const aclTensor* self,
                                                                  const aclTensor* gradInput,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspace_size bytes, alive until the run is done; may be null if
//   workspace_size is 0.
// workspace_size: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeluBackward(void* workspace, uint64_t workspace_size,
                                                  aclOpExecutor* executor,
                                                  const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GELU_BACKWARD_H_
