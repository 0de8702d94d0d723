// aclnnExp: the exponential function; and the same in place.
//
//   out = exp(self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_EXP_H_
#define OPENACLNN_ACLNNOP_ACLNN_EXP_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the exponent. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT64 or BOOL; rank at most 8.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape of self. May be self
//   if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnExp; currently 0.
// executor: receives the executor.
//
// BOOL and INT64 are read as the numbers that they are, exactly up to 2^53; with a DOUBLE out they
// are computed with in double.
//
// Special values. -inf gives +0, inf gives inf, NaN NaN. Results become subnormal numbers, and then
// +0, to the left, and inf to the right.
// Accuracy: within 1 ULP in FLOAT and in DOUBLE; results in FLOAT16 and BFLOAT16 are rounded from
// such a value of FLOAT.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnExpGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                         uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnExp(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the exponent, which the result replaces. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at
//   most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceExp; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnExp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceExpGetWorkspaceSize(aclTensor* selfRef,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnExp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceExp(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_EXP_H_
