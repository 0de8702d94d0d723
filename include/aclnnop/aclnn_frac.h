// aclnnFrac: what is left of a number without its whole part; and the same in place.
//
//   out = input - trunc(input)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FRAC_H_
#define OPENACLNN_ACLNNOP_ACLNN_FRAC_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: the number. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32 or INT64; rank at most
//   8.
// out: receives the result. Same dtype and shape as input. May be input.
// workspaceSize: receives the bytes of workspace to pass to aclnnFrac; currently 0.
// executor: receives the executor.
//
// Integers have no fraction: the result is 0.
//
// Special values. Whole numbers and zeros of both signs give +0, inf and -inf NaN, NaN NaN.
// Accuracy: exact.
// Products: Ascend910, Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFracGetWorkspaceSize(const aclTensor* input, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFrac(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// inputRef: the number, which the result replaces. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16,
//   INT32 or INT64; rank at most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceFrac; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnFrac.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFracGetWorkspaceSize(aclTensor* inputRef,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnFrac.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFrac(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FRAC_H_
