// aclnnErf: the error function; and the same in place.
//
//   out = erf(self) = 2 / sqrt(pi) * (the integral of exp(-t^2) from 0 to self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ERF_H_
#define OPENACLNN_ACLNNOP_ACLNN_ERF_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT64 or BOOL; rank at most 8.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape of self. May be self
//   if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnErf; currently 0.
// executor: receives the executor.
//
// BOOL and INT64 are read as the numbers that they are, exactly up to 2^53; with a DOUBLE out they
// are computed with in double.
//
// Special values. A zero gives itself, inf and -inf 1 and -1, NaN NaN.
// Accuracy: within 1 ULP in FLOAT and in DOUBLE; results in FLOAT16 and BFLOAT16 are rounded from
// such a value of FLOAT.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnErfGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                         uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnErf(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at
//   most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceErf; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnErf.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceErfGetWorkspaceSize(aclTensor* selfRef,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnErf.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceErf(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ERF_H_
