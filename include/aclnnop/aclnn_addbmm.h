// aclnnAddbmm, aclnnInplaceAddbmm: a matrix, or what broadcasts to it, and the sum of the products
// of the matrices of two batches.
//
//   out = beta * self + alpha * (the sum of batch1[i] @ batch2[i] over all i)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADDBMM_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADDBMM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: what is added. FLOAT16, BFLOAT16 or FLOAT; broadcasts to the shape of out.
// batch1: the first matrices, [b, m, k]. One of the same dtypes, by itself.
// batch2: the second matrices, [b, k, n]. One of the same dtypes, by itself. Either b may be 1, and
//   then stands for all.
// beta: the factor of self (rule 7). If it is 0, self is not read: NaN and inf in it do not count.
// alpha: the factor of the sum (rule 7). If it is 0, batch1 and batch2 are not read.
// out: receives the result, [m, n]. Same dtype as self. May be self, if that has its shape; shares
//   no other memory with inputs.
// cubeMathType: how a device may shorten the factors: 0 (KEEP_DTYPE), 1
//   (ALLOW_FP32_DOWN_PRECISION), 2 (USE_FP16), 3 (USE_HF32) or 4; it is not looked at otherwise.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddbmm; currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them; where there are no terms, along an axis of size 0, a sum is
// +0. cubeMathType changes nothing: products are never rounded to shorter formats.
// Accuracy: each element is a sum of products over k and batches, rounded once with beta * self.
// Some products of a batch are added at a time in float, by fused multiply-adds. These sums are
// added in double, batch after batch. b, k and the dtypes of the factors decide the order. The
// error is within 0.501 ULP of out and 2^-18 of the sum of the absolute terms. Sums in float beyond
// the range of FLOAT are inf.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnAddbmmGetWorkspaceSize(const aclTensor* self, const aclTensor* batch1, const aclTensor* batch2,
                            const aclScalar* beta, const aclScalar* alpha, aclTensor* out,
                            int8_t cubeMathType, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddbmm(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: what is added, and then replaced by the result. FLOAT16, BFLOAT16 or FLOAT; [m, n].
// batch1, batch2, beta, alpha, cubeMathType: as for aclnnAddbmm.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceAddbmm; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnAddbmm.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddbmmGetWorkspaceSize(
    aclTensor* selfRef, const aclTensor* batch1, const aclTensor* batch2, const aclScalar* beta,
    const aclScalar* alpha, int8_t cubeMathType, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnAddbmm.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddbmm(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADDBMM_H_
