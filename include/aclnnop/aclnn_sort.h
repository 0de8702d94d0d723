// aclnnSort: elements of a tensor in order along an axis.
//
//   valuesOut = the elements of self along dim, the smallest first, or the largest
//   indicesOut = the index along dim that each had in self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SORT_H_
#define OPENACLNN_ACLNNOP_ACLNN_SORT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64 or BOOL, on
//   Ascend950 also UINT16, UINT32 or UINT64; rank at most 8.
// stable: changes nothing: the order is always stable.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// descending: whether the largest come first.
// valuesOut: receives the elements, converted as by aclnnCast. One of the dtypes of self, or DOUBLE
//   except on Ascend950; of the shape of self. Shares no memory with self.
// indicesOut: receives the indices. INT64, of the shape of self. Shares no memory with self and
//   valuesOut.
// workspaceSize: receives the bytes of workspace to pass to aclnnSort; above 0 where valuesOut has
//   another dtype than self.
// executor: receives the executor.
//
// Special values. NaN is larger than all numbers, and zeros of both signs are equal. Equal elements
// stay in the order of their indices. Elements keep their bits.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSortGetWorkspaceSize(
    const aclTensor* self, bool stable, int64_t dim, bool descending, aclTensor* valuesOut,
    aclTensor* indicesOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSort(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SORT_H_
