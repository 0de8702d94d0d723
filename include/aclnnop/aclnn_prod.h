// aclnnProd: the product of all elements of a tensor.
//
//   out = the product of self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_PROD_H_
#define OPENACLNN_ACLNNOP_ACLNN_PROD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the factors. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// dtype: the dtype of out, of those that self may have.
// out: receives the product. Has the dtype dtype, and any shape of one element. Shares no memory
//   with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnProd; above 0 for long tensors,
//   and where floats become integers.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them. The product of nothing is 1. Where dtype is of integers, or
// BOOL, each element is converted to it first, as by aclnnCast. Products of integers are modulo 2
// to the power of their bits (rule 12). A product in BOOL is whether all elements are not 0.
// Accuracy: floats are multiplied in double, in an order that the shape alone decides, and rounded
// once: within 0.51 ULP of dtype for up to 2^12 factors, as long as products stay within the
// range of double. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnProdGetWorkspaceSize(const aclTensor* self,
                                                          const aclDataType dtype, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnProd(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// aclnnProdDim: products along an axis of a tensor.
//
//   out = the product of the elements of self along dim
//
// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the factors. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// keepDim: whether out has the axis dim, with one element along it.
// dtype: the dtype of out, of those that self may have.
// out: receives the products. Has the dtype dtype, and the shape of self without the axis dim, or
//   with 1 in its place. One product may have any shape of one element. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnProdDim; above 0 for long rows,
//   and where floats become integers.
// executor: receives the executor.
//
// Special values. As those of aclnnProd.
// Accuracy: as that of aclnnProd. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnProdDimGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                             bool keepDim, const aclDataType dtype,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnProdDim(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_PROD_H_
