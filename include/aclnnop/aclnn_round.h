// aclnnRound: the nearest whole numbers, of two the even one; and the same in place.
//
//   out = round(self)
//
// The general rules are in aclnnop/conventions.h.
// Not here yet: aclnnRoundDecimals, aclnnInplaceRoundDecimals.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ROUND_H_
#define OPENACLNN_ACLNNOP_ACLNN_ROUND_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the numbers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT32 or INT64; rank at most 8.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnRound; currently 0.
// executor: receives the executor.
//
// Special values. Infinities, zeros and NaN stay. From -0.5 to 0 the result is -0. Integers stay.
// Accuracy: exact.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRoundGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRound(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the numbers, which the result replaces; as self of aclnnRound.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceRound; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnRound.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRoundGetWorkspaceSize(const aclTensor* selfRef,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnRound.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRound(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ROUND_H_
