// aclnnCummin: the smallest of all elements up to each one, along an axis of a tensor, and its
//   index.
//
//   valuesOut[i] = the smallest of self[0], ..., self[i] along dim
//   indicesOut[i] = its index along dim
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CUMMIN_H_
#define OPENACLNN_ACLNNOP_ACLNN_CUMMIN_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// valuesOut: receives the smallest elements. One of the dtypes of self, to which its elements can
//   be cast, and its shape. Shares no memory with self.
// indicesOut: receives the indices. INT32 or INT64, of the shape of self. Shares no memory with
//   self or valuesOut.
// workspaceSize: receives the bytes of workspace to pass to aclnnCummin; above 0 where a tensor has
//   gaps, or valuesOut another dtype.
// executor: receives the executor.
//
// Special values. NaN is smaller than all numbers, and zeros of both signs are equal. The index is
// that of the last one of equal elements.
// Accuracy: exact. An element of another dtype is converted as by aclnnCast.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCumminGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                            aclTensor* valuesOut,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnCummin(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CUMMIN_H_
