// aclnnLog1p: the natural logarithm of a number and 1; and the same in place.
//
//   out = log(1 + self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOG1P_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOG1P_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape of self. May be self
//   if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnLog1p; currently 0.
// executor: receives the executor.
//
// Integers and BOOL are read as the numbers that they are, exactly up to 2^53; with a DOUBLE out
// they are computed with in double.
//
// Special values. -1 gives -inf, less than -1 NaN, inf inf, a zero itself, NaN NaN.
// Accuracy: within 0.501 ULP in FLOAT and 2 ULP in DOUBLE; results in FLOAT16 and BFLOAT16 are
// correctly rounded.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLog1pGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLog1p(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at
//   most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceLog1p; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnLog1p.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLog1pGetWorkspaceSize(aclTensor* selfRef,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnLog1p.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLog1p(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOG1P_H_
