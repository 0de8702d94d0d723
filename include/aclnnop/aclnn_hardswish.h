// aclnnHardswish: hardswish, silu with straight lines for its sigmoid; and the same in place.
//
//   out = self >= 3  ? self
//         self <= -3 ? +0
//                    : self * (self + 3) / 6
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_HARDSWISH_H_
#define OPENACLNN_ACLNNOP_ACLNN_HARDSWISH_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16 or FLOAT; of any rank.
// out: receives the result, although it is const. FLOAT16, BFLOAT16 or FLOAT, whatever the dtype of
//   self; same shape as self. May be self if its dtype is the same.
// workspaceSize: receives the bytes of workspace to pass to aclnnHardswish; currently 0.
// executor: receives the executor.
//
// Special values. inf gives inf, -inf gives +0, a zero itself, NaN NaN.
// Accuracy: within 0.5001 ULP in FLOAT; exact outside of (-3, 3). Results in FLOAT16 and BFLOAT16
// are rounded from such a value.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardswishGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardswish(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// self: the argument, which the result replaces, although it is const. FLOAT16, BFLOAT16 or FLOAT;
//   of any rank.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceHardswish; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnHardswish.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceHardswishGetWorkspaceSize(const aclTensor* self,
                                                                      uint64_t* workspaceSize,
                                                                      aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnHardswish.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceHardswish(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor,
                                                      const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_HARDSWISH_H_
