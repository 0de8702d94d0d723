// aclnnCumprod: products of all elements up to each one, along an axis of a tensor.
// aclnnInplaceCumprod: the same, in input itself.
//
//   out[i] = input[0] * ... * input[i] along dim
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CUMPROD_H_
#define OPENACLNN_ACLNNOP_ACLNN_CUMPROD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: the factors. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, UINT16, INT32, UINT32,
//   INT64 or UINT64; rank at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of input, or 1 for rank 0. INT32 or INT64.
// dtype: the dtype of out, or ACL_DT_UNDEFINED, which leaves it open.
// out: receives the products. One of the dtypes of input, and its shape. Shares no memory with
//   input.
// workspaceSize: receives the bytes of workspace to pass to aclnnCumprod; above 0 where floats
//   become integers.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them. Where out has integers, each element is converted to its
// dtype first, as by aclnnCast. Products of integers are modulo 2 to the power of their bits (rule
// 12).
// Accuracy: within 0.51 ULP and 2^-40 of the product. Elements are multiplied in DOUBLE, one after
// the other, and each product is rounded once.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnCumprodGetWorkspaceSize(const aclTensor* input, const aclScalar* dim, const aclDataType dtype,
                             aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCumprod(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// input: the factors, and the products.
// dim: as for aclnnCumprod.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceCumprod; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnCumprod.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceCumprodGetWorkspaceSize(aclTensor* input,
                                                                    const aclScalar* dim,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceCumprod(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CUMPROD_H_
