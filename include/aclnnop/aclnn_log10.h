// aclnnLog10: the logarithm to base 10; and the same in place.
//
//   out = log10(self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOG10_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOG10_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// out: receives the result. The dtype of self, or FLOAT where self has integers or BOOL; the shape
//   of self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnLog10; currently 0.
// executor: receives the executor.
//
// Integers and BOOL are read as the numbers that they are, exactly up to 2^53.
//
// Special values. Zeros give -inf, numbers below 0 NaN, 1 gives 0, inf inf, NaN NaN. Powers of 10
// give whole numbers.
// Accuracy: within 0.501 ULP in FLOAT and 1 ULP in DOUBLE; results in FLOAT16 and BFLOAT16 are
// correctly rounded.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLog10GetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLog10(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at
//   most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceLog10; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnLog10.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLog10GetWorkspaceSize(aclTensor* selfRef,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnLog10.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLog10(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOG10_H_
