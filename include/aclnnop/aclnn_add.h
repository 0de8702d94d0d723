// aclnnAdd, aclnnAdds: the sum of two tensors, or of a tensor and a number; and the same in place.
//
//   out = self + alpha * other
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADD_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first summand. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64,
//   BOOL, COMPLEX64 or COMPLEX128; rank at most 8.
// other: the second summand. One of the same dtypes. self and other promote (rule 6) and broadcast
//   (rule 5).
// alpha: the factor of other (rule 7); no float where self and other promote to integers or BOOL.
// out: receives the sum. One of the same dtypes: of integers only if the operands promote to
//   integers or BOOL, of BOOL only if to BOOL; of the shape to which they broadcast. May be an
//   input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnAdd; currently 0.
// executor: receives the executor.
//
// Complex numbers. Parts are computed in double and rounded once, those of COMPLEX64 to FLOAT. A
// real operand has the imaginary part 0. A real alpha scales both parts. out is complex where an
// operand is.
//
// Special values. As IEEE 754 has them: inf - inf and 0 * inf are NaN, x - x is +0. The product
// with alpha is not rounded before the sum. Where the operands promote to BOOL the result is self
// or (alpha != 0 and other).
// Accuracy: correctly rounded where alpha is 1 and all are of one float dtype, else within 0.501
// ULP of FLOAT and of DOUBLE. With a float, an INT64 beyond 2^53 is the nearest double (rule 8).
// Integers are exact, modulo 2 to the power of their bits (rule 12).
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnAdd(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the first summand, which the result replaces; written although the prototype says const.
//   As self and out of aclnnAdd, of the shape to which it and other broadcast.
// other, alpha: as for aclnnAdd.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceAdd; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnAdd.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddGetWorkspaceSize(const aclTensor* selfRef,
                                                                const aclTensor* other,
                                                                const aclScalar* alpha,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnAdd.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAdd(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first summand. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64,
//   BOOL, COMPLEX64 or COMPLEX128; rank at most 8.
// other: the second summand, one number for all elements. self and it promote as a tensor and a
//   scalar (rule 6).
// alpha: the factor of other (rule 7); no float where self and other promote to integers or BOOL.
// out: receives the sum. One of the same dtypes: of integers only if the operands promote to
//   integers or BOOL, of BOOL only if to BOOL; of the shape of self. May be self if it has its
//   dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnAdds; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnAdd.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddsGetWorkspaceSize(const aclTensor* self,
                                                          const aclScalar* other,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnAdds(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the first summand, which the result replaces; written although the prototype says const.
//   As self and out of aclnnAdds.
// other, alpha: as for aclnnAdds.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceAdds; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnAdd.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddsGetWorkspaceSize(const aclTensor* selfRef,
                                                                 const aclScalar* other,
                                                                 const aclScalar* alpha,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnAdds.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAdds(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADD_H_
