// aclnnRsub, aclnnRsubs: the difference of two tensors, or of a number and a tensor, in the other
// order.
//
//   out = other - alpha * self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_RSUB_H_
#define OPENACLNN_ACLNNOP_ACLNN_RSUB_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the subtrahend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64,
//   COMPLEX64 or COMPLEX128; rank at most 8.
// other: the minuend. One of the same dtypes. self and other promote (rule 6) and broadcast (rule
//   5).
// alpha: the factor of self (rule 7); no float where self and other promote to integers.
// out: receives the difference. One of the same dtypes: of integers only if the operands promote to
//   integers; of the shape to which they broadcast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnRsub; currently 0.
// executor: receives the executor.
//
// Complex numbers. Parts are computed in double and rounded once, those of COMPLEX64 to FLOAT. A
// real operand has the imaginary part 0. A real alpha scales both parts. out is complex where an
// operand is.
//
// Special values. As IEEE 754 has them: inf - inf and 0 * inf are NaN, x - x is +0. The product
// with alpha is not rounded before the difference.
// Accuracy: correctly rounded where alpha is 1 and all are of one float dtype, else within 0.501
// ULP of FLOAT and of DOUBLE. With a float, an INT64 beyond 2^53 is the nearest double (rule 8).
// Integers are exact, modulo 2 to the power of their bits (rule 12).
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRsubGetWorkspaceSize(const aclTensor* self,
                                                          const aclTensor* other,
                                                          const aclScalar* alpha, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRsub(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the subtrahend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64,
//   COMPLEX64 or COMPLEX128; rank at most 8.
// other: the minuend, one number for all elements. self and it promote as a tensor and a scalar
//   (rule 6).
// alpha: the factor of self (rule 7); no float where self and other promote to integers.
// out: receives the difference. One of the dtypes of self: of integers only if self and other
//   promote to integers; of the shape of self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnRsubs; currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnRsub.
// Accuracy: that of aclnnRsub.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRsubsGetWorkspaceSize(const aclTensor* self,
                                                           const aclScalar* other,
                                                           const aclScalar* alpha, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnRsub.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRsubs(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_RSUB_H_
