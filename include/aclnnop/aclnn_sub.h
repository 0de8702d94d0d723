// aclnnSub, aclnnSubs: the difference of two tensors, or of a tensor and a number; and the same in
// place.
//
//   out = self - alpha * other
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SUB_H_
#define OPENACLNN_ACLNNOP_ACLNN_SUB_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the minuend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64, BOOL,
//   COMPLEX64 or COMPLEX128; rank at most 8.
// other: the subtrahend. One of the same dtypes. self and other promote (rule 6) and broadcast
//   (rule 5).
// alpha: the factor of other (rule 7); no float where self and other promote to integers or BOOL.
// out: receives the difference. One of the same dtypes: of integers only if the operands promote to
//   integers or BOOL, of BOOL only if to BOOL; of the shape to which they broadcast. May be an
//   input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnSub; currently 0.
// executor: receives the executor.
//
// Complex numbers. Parts are computed in double and rounded once, those of COMPLEX64 to FLOAT. A
// real operand has the imaginary part 0. A real alpha scales both parts. out is complex where an
// operand is.
//
// Special values. As IEEE 754 has them: inf - inf and 0 * inf are NaN, x - x is +0. The product
// with alpha is not rounded before the difference. Where the operands promote to BOOL the result is
// self xor (alpha != 0 and other).
// Accuracy: correctly rounded where alpha is 1 and all are of one float dtype, else within 0.501
// ULP of FLOAT and of DOUBLE. With a float, an INT64 beyond 2^53 is the nearest double (rule 8).
// Integers are exact, modulo 2 to the power of their bits (rule 12).
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSubGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnSub(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the minuend, which the result replaces. As self and out of aclnnSub, of the shape to
//   which it and other broadcast.
// other, alpha: as for aclnnSub.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceSub; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnSub.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceSubGetWorkspaceSize(aclTensor* selfRef,
                                                                const aclTensor* other,
                                                                const aclScalar* alpha,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnSub.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceSub(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the minuend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64, BOOL,
//   COMPLEX64 or COMPLEX128; rank at most 8.
// other: the subtrahend, one number for all elements. self and it promote as a tensor and a scalar
//   (rule 6).
// alpha: the factor of other (rule 7); no float where self and other promote to integers or BOOL.
// out: receives the difference. One of the same dtypes: of integers only if the operands promote to
//   integers or BOOL, of BOOL only if to BOOL; of the shape of self. May be self if it has its
//   dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnSubs; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnSub.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSubsGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnSubs(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the minuend, which the result replaces. As self and out of aclnnSubs.
// other, alpha: as for aclnnSubs.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceSubs; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnSub.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceSubsGetWorkspaceSize(aclTensor* selfRef,
                                                                 const aclScalar* other,
                                                                 const aclScalar* alpha,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnSubs.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceSubs(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SUB_H_
