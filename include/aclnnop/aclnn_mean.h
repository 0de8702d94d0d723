// aclnnMean: averages over axes of a tensor.
//
//   out = the sum of all elements of self that differ in the indices along dim alone, divided by
//         their number
//
// The general rules are in aclnnop/conventions.h.
// Not here yet: aclnnMeanV2.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MEAN_H_
#define OPENACLNN_ACLNNOP_ACLNN_MEAN_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the terms. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64; rank
//   at most 8.
// dim: the axes, each from -r to r - 1 where r is the rank of self, or 1 for rank 0; none of them
//   twice; without any, all axes.
// keepDim: whether out has the axes in dim, with one element along each.
// dtype: what is averaged, floats or integers; one of those that self may have.
// out: receives the averages. One of the same dtypes; of the shape of self without the axes in dim,
//   or with 1 in their place; one average may have any shape of one element. Shares no memory with
//   self.
// workspaceSize: receives the bytes of workspace to pass to aclnnMean; above 0 for long sums, and
//   where dtype is of integers and does not hold all numbers that self may have.
// executor: receives the executor.
//
// Special values. The average of nothing is NaN, also for empty self where out is not empty. Where
// dtype is of integers, each element is converted to it first, as by aclnnCast. Their sum is exact
// modulo 2^64, its quotient is truncated, and the average of nothing is 0.
// Accuracy: as that of aclnnReduceSum; the quotient is one of doubles, rounded once to the dtype of
// out. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMeanGetWorkspaceSize(const aclTensor* self,
                                                          const aclIntArray* dim, bool keepDim,
                                                          aclDataType dtype, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMean(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MEAN_H_
