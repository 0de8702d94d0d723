// aclnnFastGelu: an approximation of gelu, x s(1.702 x), where s(t) = 1 / (1 + exp(-t)).
//
//   out = self * s(1.702 * self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FAST_GELU_H_
#define OPENACLNN_ACLNNOP_ACLNN_FAST_GELU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument x. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnFastGelu; currently 0.
// executor: receives the executor.
//
// Special values. inf gives inf, -inf NaN (-inf * 0), a zero itself, NaN NaN. To the left the
// result is a negative subnormal number, then -0.
// Accuracy: within 1 ULP in FLOAT, 1.702 being the decimal number; results in FLOAT16 and BFLOAT16
// are rounded from such a value.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFastGeluGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFastGelu(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FAST_GELU_H_
