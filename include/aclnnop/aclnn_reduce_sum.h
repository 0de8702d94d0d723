// aclnnReduceSum: sums over axes of a tensor.
//
//   out = the sum of all elements of self that differ in the indices along dims alone
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_REDUCE_SUM_H_
#define OPENACLNN_ACLNNOP_ACLNN_REDUCE_SUM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the terms. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// dims: the axes, each from -r to r - 1 where r is the rank of self, or 1 for rank 0; none of them
//   twice; without any, all axes.
// keepDims: whether out has the axes in dims, with one element along each.
// dtype: the dtype of out, of those that self may have.
// out: receives the sums. Has the dtype dtype and the shape of self without the axes in dims, or
//   with 1 in their place. One sum may have any shape of one element. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnReduceSum; above 0 for long sums,
//   and where floats become integers.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them, of real numbers: sums beyond the range of self's dtype are
// ordinary numbers on the way. The sum over nothing is +0, also for empty self where out is not
// empty; no sum is -0. Where dtype is of integers, or BOOL, each element is converted to it first,
// as by aclnnCast. Sums of integers are modulo 2 to the power of their bits (rule 12). A sum in
// BOOL is whether any element is not 0.
// Accuracy: floats are added in double, in an order that the shape and dims alone decide, and
// rounded once: within 0.51 ULP of dtype and 2^-40 of the sum of the absolute terms. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnReduceSumGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* dims, bool keepDims, aclDataType dtype,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnReduceSum(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_REDUCE_SUM_H_
