// aclnnLogAddExp: the logarithm of the sum of two powers of e.
//
//   out = log(exp(self) + exp(other))
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOGADDEXP_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOGADDEXP_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first exponent. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, UINT16, INT32,
//   UINT32, INT64, UINT64 or BOOL; rank at most 8.
// other: the second exponent. One of the same dtypes, whatever that of self is; rank at most 8.
//   self and other broadcast (rule 5).
// out: receives the logarithm. FLOAT16, BFLOAT16 or FLOAT; of the shape to which self and other
//   broadcast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogAddExp; currently 0.
// executor: receives the executor.
//
// Operands of any dtypes are the numbers that they are, exactly up to 2^53: none is rounded to the
// dtype of out first.
//
// Special values. NaN in either gives NaN. inf in either gives inf. Beside -inf the result is the
// other operand, so that two of them give -inf. Nothing overflows on the way.
// Accuracy: within 0.501 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a
// value. Where DOUBLE operands make results near 0, 2^-74 of the larger operand comes on top.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogAddExpGetWorkspaceSize(const aclTensor* self,
                                                               const aclTensor* other,
                                                               aclTensor* out,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogAddExp(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOGADDEXP_H_
