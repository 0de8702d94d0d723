// aclnnGeluV2: gelu(x), exact or in its tanh form.
//
//   y = gelu(x)
//
//   approximate 0   gelu(x) = x Phi(x)                Phi: the normal distribution
//   approximate 1   gelu(x) = x/2 (1 + tanh(u(x)))    u(x) = sqrt(2/pi) (x + 0.044715 x^3)
//
// The constants are the real numbers, not their roundings. The general rules are in
// aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GELU_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_GELU_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: the argument. FLOAT16, BFLOAT16 or FLOAT; of any rank.
// approximate: 0 for the exact form, 1 for that by tanh.
// y: receives the result. Same dtype and shape as x. May be x.
// workspaceSize: receives the bytes of workspace to pass to aclnnGeluV2; currently 0.
// executor: receives the executor.
//
// Special values, in both forms. inf gives inf, -inf NaN (-inf * 0), a zero itself, NaN NaN. To the
// left the result is a negative subnormal number, then -0.
// Accuracy: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeluV2GetWorkspaceSize(const aclTensor* x, int64_t approximate,
                                                            aclTensor* y, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeluV2(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GELU_V2_H_
