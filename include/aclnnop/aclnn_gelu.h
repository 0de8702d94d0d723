// aclnnGelu: gelu(x), always in its tanh form.
//
//   out = self/2 (1 + tanh(sqrt(2/pi) (self + 0.044715 self^3)))
//
// The constants are the real numbers, not their roundings. aclnnGeluV2 has the exact form too. The
// general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GELU_H_
#define OPENACLNN_ACLNNOP_ACLNN_GELU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument x. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnGelu; currently 0.
// executor: receives the executor.
//
// Special values. inf gives inf, -inf NaN (-inf * 0), a zero itself, NaN NaN. To the left the
// result is a negative subnormal number, then -0.
// Accuracy: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeluGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGelu(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GELU_H_
