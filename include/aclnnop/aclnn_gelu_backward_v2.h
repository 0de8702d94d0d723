// aclnnGeluBackwardV2: the gradient of gelu, exact or in its tanh form.
//
//   gradInput = gradOutput * gelu'(self)
//
//   "none"  gelu(x)  = x Phi(x)
//           gelu'(x) = Phi(x) + x phi(x)        Phi, phi: the normal distribution and its density
//   "tanh"  gelu(x)  = x/2 (1 + tanh(u(x)))     u(x) = sqrt(2/pi) (x + 0.044715 x^3)
//           gelu'(x) = 1/2 (1 + tanh(u)) + x/2 (1 - tanh(u)^2) u'(x)
//
// The constants are the real numbers, not their roundings. The general rules are in
// aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GELU_BACKWARD_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_GELU_BACKWARD_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of gelu's output. Any rank.
// self: the argument x of gelu. Any rank; gradOutput and self broadcast (rule 5) to a common shape.
//   The dtypes of the two promote (rule 6) to FLOAT, FLOAT16 or BFLOAT16. One of them is such a
//   float, the other may be an integer or BOOL.
// approximate: "none" or "tanh", exactly. Not written to.
// gradInput: receives gradOutput * gelu'(self). The promoted dtype and the common shape: where self
//   is broadcast its gradient is not summed. May be gradOutput or self.
// workspaceSize: receives the bytes of workspace to pass to aclnnGeluBackwardV2; currently 0.
// executor: receives the executor.
//
// Special values, in both forms. self = inf gives gradOutput, self = -inf gives 0 * gradOutput: a
// zero, NaN if gradOutput is inf. NaN in self or gradOutput gives NaN.
// Accuracy, for any self and gradOutput: FLOAT within 1 ULP, also in the tail and near the zero
// of gelu' near self = -0.75; BFLOAT16 and FLOAT16 correctly rounded except for rare near-ties
// (docs/numerics.md).
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeluBackwardV2GetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, char* approximate, aclTensor* gradInput,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeluBackwardV2(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor,
                                                    const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GELU_BACKWARD_V2_H_
