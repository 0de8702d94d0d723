// aclnnLogit: logit(x) = log(x / (1 - x)), perhaps with x clamped.
//
//   out = log(z / (1 - z))
//
//   z = input < eps ? eps : input > 1 - eps ? 1 - eps : input    if eps >= 0
//   z = input                                                    if eps < 0 or NaN
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOGIT_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOGIT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: the argument x. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// eps: how near to 0 and 1 the argument may come; negative or NaN: as near as it is. Narrowed to
//   float, as is 1 - eps.
// out: receives the result, const as it is. Same dtype and shape as input. May be input.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogit; currently 0.
// executor: receives the executor.
//
// Special values. z = 0 gives -inf, z = 1 inf, z = 1/2 +0; z < 0 and z > 1 give NaN, infinite z
// too, and so does a NaN input. So eps > 1 gives NaN everywhere, and eps = 1 gives inf for input <
// 1 and -inf for others.
// Accuracy: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogitGetWorkspaceSize(const aclTensor* input, double eps,
                                                           const aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogit(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOGIT_H_
