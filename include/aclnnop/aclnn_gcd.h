// aclnnGcd: the greatest common divisor of two integers.
//
//   out = the greatest number that divides self and other
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GCD_H_
#define OPENACLNN_ACLNNOP_ACLNN_GCD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first number. INT16, INT32, INT64, or, except on Ascend910_93, INT8 or UINT8. BOOL is
//   taken next to integers alone. Rank at most 8.
// other: the second number. One of the same dtypes; rank at most 8. self and other promote (rule 6)
//   and broadcast (rule 5).
// out: receives the divisor. INT16, UINT16, INT32, UINT32, INT64, UINT64, or, except on
//   Ascend910_93, INT8 or UINT8; of the shape to which they broadcast. May be an input that has its
//   dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnGcd; currently 0.
// executor: receives the executor.
//
// Special values. Beside 0 the result is the size of the other number, and of two zeros it is 0.
// Signs do not count. The size of the smallest number wraps around: -128 and 0 give -128 in INT8.
// Accuracy: exact, modulo 2^n in the dtype to which the operands promote.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGcdGetWorkspaceSize(const aclTensor* self,
                                                         const aclTensor* other, aclTensor* out,
                                                         uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGcd(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GCD_H_
