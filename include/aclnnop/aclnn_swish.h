// aclnnSwish: x s(beta x), where s(t) = 1 / (1 + exp(-t)).
//
//   out = self * s(beta * self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SWISH_H_
#define OPENACLNN_ACLNNOP_ACLNN_SWISH_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but betaOptional may be null (161001).
//
// self: the argument x. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// betaOptional: the factor beta, any number (rule 7); null means 1.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnSwish; currently 0.
// executor: receives the executor.
//
// beta * self is not rounded before the exponential.
//
// Special values. beta * self = inf gives self, beta * self = -inf gives a zero of the sign of
// self, or NaN if self is infinite. beta = 0 gives self / 2. 0 * inf in the product and NaN give
// NaN.
// Accuracy: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSwishGetWorkspaceSize(const aclTensor* self,
                                                           const aclScalar* betaOptional,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSwish(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SWISH_H_
