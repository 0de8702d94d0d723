// aclnnSinc: the sine of pi times a number, over that product; and the same in place.
//
//   out = sin(pi * self) / (pi * self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SINC_H_
#define OPENACLNN_ACLNNOP_ACLNN_SINC_H_

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
// workspaceSize: receives the bytes of workspace to pass to aclnnSinc; currently 0.
// executor: receives the executor.
//
// Integers and BOOL are read as the numbers that they are, exactly up to 2^53; with a DOUBLE out
// they are computed with in double.
//
// Special values. A zero gives 1, other whole numbers +0, inf and -inf NaN, NaN NaN.
// Accuracy: within 0.501 ULP in FLOAT and 3 ULP in DOUBLE; results in FLOAT16 and BFLOAT16 are
// correctly rounded.
// Products: Ascend910, Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSincGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSinc(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at
//   most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceSinc; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnSinc.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceSincGetWorkspaceSize(aclTensor* selfRef,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnSinc.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceSinc(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SINC_H_
