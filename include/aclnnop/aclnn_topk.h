// aclnnTopk: the largest or smallest elements of a tensor along an axis, in order.
//
//   valuesOut = the first k elements of self in order along dim
//   indicesOut = the index along dim that each has in self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_TOPK_H_
#define OPENACLNN_ACLNNOP_ACLNN_TOPK_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64, on
//   Ascend950 also UINT16, UINT32 or UINT64; rank at most 8.
// k: how many, from 0 to the size of self along dim.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// largest: whether the largest are wanted, and come first, or the smallest.
// sorted: changes nothing: results are always in order.
// valuesOut: receives the elements. Has the dtype of self, and its shape with the size k along dim.
//   Shares no memory with self.
// indicesOut: receives the indices. INT64, of the shape of valuesOut. Shares no memory with self
//   and valuesOut.
// workspaceSize: receives the bytes of workspace to pass to aclnnTopk; currently 0.
// executor: receives the executor.
//
// Special values. NaN is larger than all numbers, and zeros of both signs are equal. Equal elements
// stay in the order of their indices. Elements keep their bits. The first of equal elements are
// taken.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTopkGetWorkspaceSize(
    const aclTensor* self, int64_t k, int64_t dim, bool largest, bool sorted, aclTensor* valuesOut,
    aclTensor* indicesOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTopk(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_TOPK_H_
