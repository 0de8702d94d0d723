// aclnnAddmv: a vector, or what broadcasts to it, and the product of a matrix and a vector.
//
//   out = beta * self + alpha * (mat @ vec)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADDMV_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADDMV_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: what is added. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   broadcasts to the shape of out.
// mat: the matrix, [m, k]. One of the same dtypes.
// vec: the vector, [k]. One of the same dtypes. self, mat and vec promote (rule 6).
// alpha: the factor of the product (rule 7). If it is 0, mat and vec are not read: NaN and inf in
//   them do not count. Unless it is 1, no float where out has integers, and only BOOL where it has
//   BOOL.
// beta: the factor of self; as alpha. If it is 0, self is not read.
// out: receives the result, [m]. One of the same dtypes: of integers only if self, mat and vec
//   promote to integers or BOOL, of BOOL only if to BOOL. May be self, if that has its shape and
//   dtype; shares no other memory with inputs.
// cubeMathType: how a device may shorten the factors: 0 (KEEP_DTYPE), 1
//   (ALLOW_FP32_DOWN_PRECISION), 2 (USE_FP16), 3 (USE_HF32) or 4; it is not looked at otherwise.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddmv; currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them; where there are no terms, along an axis of size 0, a sum is
// +0. cubeMathType changes nothing: products are never rounded to shorter formats. With BOOL, sums
// are whether one of the terms is true, and products whether all are.
// Accuracy: FLOAT16, BFLOAT16 and FLOAT as aclnnMv has them: each element is a sum of products over
// k, rounded once with beta * self. Some products are added at a time in float, by fused
// multiply-adds. These sums are added in double. k and the dtypes of the factors decide the order.
// The error is within 0.501 ULP of out and 2^-18 of the sum of the absolute terms. Sums in float
// beyond the range of FLOAT are inf. DOUBLE, and mixtures of floats and integers, are multiplied
// and added in double, in the order of k, and rounded once. Integers are exact, modulo 2 to the
// power of their bits (rule 12); their product has the dtype to which mat and vec promote.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnAddmvGetWorkspaceSize(const aclTensor* self, const aclTensor* mat, const aclTensor* vec,
                           const aclScalar* alpha, const aclScalar* beta, aclTensor* out,
                           int8_t cubeMathType, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddmv(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADDMV_H_
