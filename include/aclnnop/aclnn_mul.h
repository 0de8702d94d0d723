// aclnnMul, aclnnMuls: the product of two tensors, or of a tensor and a number; and the same in
// place.
//
//   out = self * other
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MUL_H_
#define OPENACLNN_ACLNNOP_ACLNN_MUL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first factor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64,
//   BOOL, COMPLEX64 or COMPLEX128; rank at most 8.
// other: the second factor. One of the same dtypes. self and other promote (rule 6) and broadcast
//   (rule 5).
// out: receives the product. One of the same dtypes: of integers only if the operands promote to
//   integers or BOOL, of BOOL only if to BOOL; of the shape to which they broadcast. May be an
//   input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnMul; currently 0.
// executor: receives the executor.
//
// Complex numbers. (a + bi)(c + di) = (ac - bd) + (ad + bc)i, as it stands where parts are not
// finite; within 0.501 ULP of each part of COMPLEX64, and 1.501 ULP of COMPLEX128. A real operand
// has the imaginary part 0. out is complex where an operand is.
//
// Special values. As IEEE 754 has them: 0 * inf is NaN. Where the operands promote to BOOL the
// result is self and other.
// Accuracy: correctly rounded where all are of one float dtype, else within 0.501 ULP of FLOAT and
// of DOUBLE. With a float, an INT64 beyond 2^53 is the nearest double (rule 8). Integers are exact,
// modulo 2 to the power of their bits (rule 12).
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMulGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnMul(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the first factor, which the result replaces. As self and out of aclnnMul, of the shape
//   to which it and other broadcast.
// other: as for aclnnMul.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceMul; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnMul.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceMulGetWorkspaceSize(aclTensor* selfRef,
                                                                const aclTensor* other,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnMul.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceMul(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first factor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64,
//   BOOL, COMPLEX64 or COMPLEX128; rank at most 8.
// other: the second factor, one number for all elements. self and it promote as a tensor and a
//   scalar (rule 6).
// out: receives the product. One of the same dtypes: of integers only if the operands promote to
//   integers or BOOL, of BOOL only if to BOOL; of the shape of self. May be self if it has its
//   dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnMuls; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnMul.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMulsGetWorkspaceSize(const aclTensor* self,
                                                          const aclScalar* other, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMuls(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the first factor, which the result replaces. As self and out of aclnnMuls.
// other: as for aclnnMuls.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceMuls; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnMul.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceMulsGetWorkspaceSize(aclTensor* selfRef,
                                                                 const aclScalar* other,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnMuls.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceMuls(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MUL_H_
