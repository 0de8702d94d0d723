// aclnnSelu: the scaled exponential linear unit; and the same in place.
//
//   out = self > 0 ? S * self : A * (exp(self) - 1)
//
// with S = 1.0507009873554804934193349852946 and A = 1.7580993408473768599402175208123.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SELU_H_
#define OPENACLNN_ACLNNOP_ACLNN_SELU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, INT32 or INT8; of any rank.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT, INT32 or INT8, of integers only if self is;
//   same shape as self. May be self if its dtype is the same.
// workspaceSize: receives the bytes of workspace to pass to aclnnSelu; currently 0.
// executor: receives the executor.
//
// Special values. -inf gives -A, zeros themselves, NaN NaN. For an out of integers the exact value
// is truncated toward zero; values beyond the dtype become its ends.
// Accuracy: within 1 ULP in FLOAT, from which FLOAT16 and BFLOAT16 are rounded; exact in integers.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSeluGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSelu(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT, INT32 or INT8; of any
//   rank.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceSelu; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnSelu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceSeluGetWorkspaceSize(aclTensor* selfRef,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnSelu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceSelu(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SELU_H_
