// aclnnExpm1: the power of e less 1; and the same in place.
//
//   out = exp(self) - 1
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_EXPM1_H_
#define OPENACLNN_ACLNNOP_ACLNN_EXPM1_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the exponent. FLOAT16, BFLOAT16, FLOAT, INT64 or BOOL; rank at most 8.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape of self. May be self
//   if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnExpm1; currently 0.
// executor: receives the executor.
//
// BOOL and INT64 are read as the numbers that they are, exactly up to 2^53; with a DOUBLE out
// they are computed with in double. Other results in DOUBLE are those in FLOAT.
//
// Special values. -inf gives -1, inf inf, a zero itself, NaN NaN.
// Accuracy: within 0.501 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are correctly rounded. Of
// integers within 2 ULP in DOUBLE.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnExpm1GetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnExpm1(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the exponent, which the result replaces. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceExpm1; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnExpm1.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceExpm1GetWorkspaceSize(aclTensor* selfRef,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnExpm1.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceExpm1(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor,
                                                  const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_EXPM1_H_
