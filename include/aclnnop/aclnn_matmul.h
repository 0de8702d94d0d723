// aclnnMatmul: the products of matrices, of vectors, and of batches of them. aclnnMatmulWeightNz:
// the product of two matrices, of which the second may have the format FRACTAL_NZ.
//
//   out = self @ mat2
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MATMUL_H_
#define OPENACLNN_ACLNNOP_ACLNN_MATMUL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first factors, [..., m, k], or a vector, [k]. FLOAT16, BFLOAT16 or FLOAT; rank 1 to 6.
// mat2: the second factors, [..., k, n], or a vector, [k]. One of the same dtypes, each by itself;
//   rank 1 to 6. The axes before the last two broadcast with those of self (rule 5).
// out: receives the products, [..., m, n], without m where self is a vector and without n where
//   mat2 is one. One of the same dtypes. Shares no memory with self and mat2.
// cubeMathType: how a device may shorten the factors: 0 (KEEP_DTYPE), 1
//   (ALLOW_FP32_DOWN_PRECISION), 2 (USE_FP16), 3 (USE_HF32) or 4; it is not looked at otherwise.
// workspaceSize: receives the bytes of workspace to pass to aclnnMatmul; currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them; where there are no terms, along an axis of size 0, a sum is
// +0. cubeMathType changes nothing: products are never rounded to shorter formats.
// Accuracy: each element is a sum of products over k, rounded once. Some products are added at a
// time in float, by fused multiply-adds. These sums are added in double. k and the dtypes of the
// factors decide the order. The error is within 0.501 ULP of out and 2^-18 of the sum of the
// absolute products. Sums in float beyond the range of FLOAT are inf.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMatmulGetWorkspaceSize(const aclTensor* self,
                                                            const aclTensor* mat2, aclTensor* out,
                                                            int8_t cubeMathType,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMatmul(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first matrix, [m, k]. FLOAT16, BFLOAT16 or FLOAT; FLOAT on Ascend910B and Ascend910_93
//   only.
// mat2: the second matrix, [k, n]. One of the same dtypes, by itself. Its format tag has no
//   influence (rule 3): it lies as its strides say, whether it went through aclnnTransMatmulWeight
//   or not.
// out: receives the product, [m, n]. FLOAT16, BFLOAT16 or FLOAT. Shares no memory with self and
//   mat2.
// cubeMathType: as for aclnnMatmul.
// workspaceSize: receives the bytes of workspace to pass to aclnnMatmulWeightNz; currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnMatmul.
// Accuracy: that of aclnnMatmul.
// Products: all but Ascend910.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMatmulWeightNzGetWorkspaceSize(
    const aclTensor* self, const aclTensor* mat2, aclTensor* out, int8_t cubeMathType,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnMatmul.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMatmulWeightNz(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MATMUL_H_
