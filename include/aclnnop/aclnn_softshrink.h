// aclnnSoftshrink: numbers moved towards 0 by a bound, as far as 0.
//
//   out = self > lambd  ? self - lambd
//         self < -lambd ? self + lambd
//                       : +0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SOFTSHRINK_H_
#define OPENACLNN_ACLNNOP_ACLNN_SOFTSHRINK_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// lambd: the bound (rule 7), at least 0, not NaN.
// out: receives the result. FLOAT16, BFLOAT16 or FLOAT, whatever the dtype of self; same shape as
//   self. May be self if its dtype is the same.
// workspaceSize: receives the bytes of workspace to pass to aclnnSoftshrink; currently 0.
// executor: receives the executor.
//
// Special values. NaN in self gives NaN. If lambd is inf, all else gives +0.
// Accuracy: correctly rounded in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a
// value.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftshrinkGetWorkspaceSize(const aclTensor* self,
                                                                const aclScalar* lambd,
                                                                aclTensor* out,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftshrink(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SOFTSHRINK_H_
