// aclnnSwishBackward: the gradient of swish(x) = x s(beta x), where s(t) = 1 / (1 + exp(-t)).
//
//   gradInput = gradOutput * s(t) (1 + t (1 - s(t))),   t = beta * self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SWISH_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_SWISH_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but betaOptional may be null (161001).
//
// gradOutput: the gradient of swish's output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// self: the argument x of swish. Same dtype and shape as gradOutput.
// betaOptional: the factor beta, any number (rule 7); null means 1.
// gradInput: receives the gradient of self. Same dtype and shape. May be gradOutput or self.
// workspaceSize: receives the bytes of workspace to pass to aclnnSwishBackward; currently 0.
// executor: receives the executor.
//
// Special values. t = inf gives gradOutput, t = -inf gives 0 * gradOutput; beta = 0 gives half of
// gradOutput. A NaN, also from 0 * inf in t, gives NaN.
// Accuracy: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSwishBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                                   const aclTensor* self,
                                                                   const aclScalar* betaOptional,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnSwishBackward(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SWISH_BACKWARD_H_
