// aclnnMedian, aclnnMedianDim: the medians of a tensor, of all its elements or along an axis.
// aclnnNanMedian, aclnnNanMedianDim: the same of the elements that are no NaN.
//
//   the median of n elements is the one at (n - 1) / 2, rounded down, in their order
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MEDIAN_H_
#define OPENACLNN_ACLNNOP_ACLNN_MEDIAN_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32 or INT64; rank at most 8.
// valuesOut: receives the median. Same dtype as self; one element. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnMedian; above 0 where self has
//   elements.
// executor: receives the executor.
//
// Special values. A NaN in a row is its median; the first one counts. The median of no elements is
// NaN, or 0 of integers.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMedianGetWorkspaceSize(const aclTensor* self,
                                                            aclTensor* valuesOut,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMedian(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32 or INT64; rank at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0; self has elements
//   along it.
// keepDim: whether the results have the axis dim, with one element along it.
// valuesOut: receives the medians. Same dtype as self, and its shape without the axis dim, or with
//   1 in its place if keepDim is true. One element may have any shape of one element. Shares no
//   memory with self.
// indicesOut: receives their indices along dim, the lowest of equal elements that may be it. INT64;
//   of the shape that valuesOut may have. Shares no memory with self and valuesOut.
// workspaceSize: receives the bytes of workspace to pass to aclnnMedianDim; currently 0.
// executor: receives the executor.
//
// Special values. A NaN in a row is its median; the first one counts.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMedianDimGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                               bool keepDim, aclTensor* valuesOut,
                                                               aclTensor* indicesOut,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMedianDim(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32 or INT64; rank at most 8.
// out: receives the median. Same dtype as self; one element. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnNanMedian; above 0 where self has
//   elements.
// executor: receives the executor.
//
// Special values. NaNs do not count, but the median of NaNs alone is the first of them. The median
// of no elements is NaN, or 0 of integers.
// Accuracy: exact. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNanMedianGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnNanMedian(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32 or INT64; rank at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0; self has elements
//   along it.
// keepDim: whether the results have the axis dim, with one element along it.
// valuesOut: receives the medians. Same dtype as self, and its shape without the axis dim, or with
//   1 in its place if keepDim is true. One element may have any shape of one element. Shares no
//   memory with self.
// indicesOut: receives their indices along dim, the lowest of equal elements that may be it. INT64;
//   of the shape that valuesOut may have. Shares no memory with self and valuesOut.
// workspaceSize: receives the bytes of workspace to pass to aclnnNanMedianDim; currently 0.
// executor: receives the executor.
//
// Special values. NaNs do not count, but the median of NaNs alone is the first of them.
// Accuracy: exact. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNanMedianDimGetWorkspaceSize(
    const aclTensor* self, int64_t dim, bool keepDim, aclTensor* valuesOut, aclTensor* indicesOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNanMedianDim(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MEDIAN_H_
