// aclnnDot: the dot product of two vectors.
//
//   out = the sum of self[i] * tensor[i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DOT_H_
#define OPENACLNN_ACLNNOP_ACLNN_DOT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first vector, [k]. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8 or INT32.
// tensor: the second vector, [k]. Same dtype as self.
// out: receives the product, of rank 0. Same dtype as self. Shares no memory with self and tensor.
// workspaceSize: receives the bytes of workspace to pass to aclnnDot; currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them; where there are no terms, the sum is 0.
// Accuracy: floats as aclnnMv has them: a sum of products, rounded once. Some products are added at
// a time in float, by fused multiply-adds. These sums are added in double. k and the dtype decide
// the order. The error is within 0.501 ULP of out and 2^-18 of the sum of the absolute products.
// Sums in float beyond the range of FLOAT are inf. Integers are exact, modulo 2 to the power of
// their bits (rule 12).
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDotGetWorkspaceSize(const aclTensor* self,
                                                         const aclTensor* tensor, aclTensor* out,
                                                         uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDot(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DOT_H_
