// aclnnRound, aclnnRoundDecimals: the nearest whole numbers, or multiples of a power of 10, of two
// the even one; and the same in place.
//
//   out = round(self), round(self * 10^decimals) / 10^decimals
//
// The general rules are in aclnnop/conventions.h.
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

// Checks the arguments and prepares a run. None of the pointers may be null (161001).
//
// self: the number. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT32 or INT64; rank at most 8.
// decimals: how many digits behind the point stay; negative: before how many the rest ends.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnRoundDecimals; currently 0.
// executor: receives the executor.
//
// Special values. Halfway the even digit counts: 2.5 with no decimals gives 2, and 25 with -1 gives
// 20. Infinities, NaN, and numbers that have no digits to lose stay. Integers stay as they are.
// Accuracy: the multiple of 10^-decimals next to self, rounded once to FLOAT16, BFLOAT16 and FLOAT.
// In DOUBLE self * 10^decimals is rounded before that, and the quotient after it.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRoundDecimalsGetWorkspaceSize(const aclTensor* self,
                                                                   int64_t decimals, aclTensor* out,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRoundDecimals(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None of the pointers may be null (161001).
//
// selfRef: the number, which the result replaces. As self and out of aclnnRoundDecimals.
// decimals: as for aclnnRoundDecimals.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceRoundDecimals; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnRoundDecimals.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRoundDecimalsGetWorkspaceSize(aclTensor* selfRef,
                                                                          int64_t decimals,
                                                                          uint64_t* workspaceSize,
                                                                          aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnRoundDecimals.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRoundDecimals(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ROUND_H_
