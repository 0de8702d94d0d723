// aclnnTrunc: numbers without their fractions; and the same in place.
//
//   out = trunc(self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_TRUNC_H_
#define OPENACLNN_ACLNNOP_ACLNN_TRUNC_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the numbers. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8 or INT32; rank at most 8.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnTrunc; currently 0.
// executor: receives the executor.
//
// Special values. Infinities, zeros and NaN stay. Above -1 to 0 the result is -0. Integers stay.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTruncGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTrunc(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the numbers, which the result replaces; as self of aclnnTrunc.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceTrunc; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnTrunc.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceTruncGetWorkspaceSize(aclTensor* selfRef,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnTrunc.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceTrunc(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_TRUNC_H_
