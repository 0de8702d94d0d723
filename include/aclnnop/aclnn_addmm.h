// aclnnAddmm, aclnnInplaceAddmm: a matrix, or a row of it, and the product of two others.
// aclnnAddmmWeightNz: the same where the last one may have the format FRACTAL_NZ.
//
//   out = beta * self + alpha * (mat1 @ mat2)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADDMM_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADDMM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: what is added. FLOAT16, BFLOAT16 or FLOAT; broadcasts to the shape of out.
// mat1: the first matrix, [m, k]. One of the same dtypes, each by itself.
// mat2: the second matrix, [k, n]. One of the same dtypes.
// beta: the factor of self (rule 7). If it is 0, self is not read: NaN and inf in it do not count.
// alpha: the factor of the product (rule 7).
// out: receives the result, [m, n]. One of the same dtypes. May be self, if that has its shape and
//   dtype; shares no other memory with inputs.
// cubeMathType: how a device may shorten the factors: 0 (KEEP_DTYPE), 1
//   (ALLOW_FP32_DOWN_PRECISION), 2 (USE_FP16), 3 (USE_HF32), 4 or 5; it is not looked
//   at otherwise.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddmm; currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them; where there are no terms, along an axis of size 0, a sum is
// +0. cubeMathType changes nothing: products are never rounded to shorter formats.
// Accuracy: each element is a sum of products over k, rounded once with beta * self. Some products
// are added at a time in float, by fused multiply-adds. These sums are added in double. k and the
// dtypes of the factors decide the order. The error is within 0.501 ULP of out and 2^-18 of the sum
// of the absolute terms. Sums in float beyond the range of FLOAT are inf.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnAddmmGetWorkspaceSize(const aclTensor* self, const aclTensor* mat1, const aclTensor* mat2,
                           const aclScalar* beta, const aclScalar* alpha, aclTensor* out,
                           int8_t cubeMathType, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddmm(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: what is added, and then replaced by the result. FLOAT16, BFLOAT16 or FLOAT; [m, n].
// mat1, mat2, beta, alpha, cubeMathType: as for aclnnAddmm.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceAddmm; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnAddmm.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddmmGetWorkspaceSize(
    const aclTensor* selfRef, const aclTensor* mat1, const aclTensor* mat2, const aclScalar* beta,
    const aclScalar* alpha, int8_t cubeMathType, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnAddmm.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddmm(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: what is added. FLOAT16, BFLOAT16 or FLOAT; broadcasts to the shape of out.
// mat1: the first matrix, [m, k]. FLOAT16 or BFLOAT16.
// mat2: the second matrix, [k, n]. Same dtype as mat1. Its format tag has no influence (rule 3): it
//   lies as its strides say, whether it went through aclnnTransMatmulWeight or not.
// beta, alpha, cubeMathType: as for aclnnAddmm.
// out: receives the result, [m, n]. FLOAT16, BFLOAT16 or FLOAT. May be self, if that has its shape
//   and dtype; shares no other memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddmmWeightNz; currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnAddmm.
// Accuracy: that of aclnnAddmm.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddmmWeightNzGetWorkspaceSize(
    const aclTensor* self, const aclTensor* mat1, const aclTensor* mat2, const aclScalar* beta,
    const aclScalar* alpha, aclTensor* out, int8_t cubeMathType, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnAddmm.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddmmWeightNz(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADDMM_H_
