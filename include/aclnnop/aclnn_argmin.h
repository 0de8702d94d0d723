// aclnnArgMin: where the smallest elements along an axis of a tensor are.
//
//   out = the index along dim of the first of the smallest elements of self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ARGMIN_H_
#define OPENACLNN_ACLNNOP_ACLNN_ARGMIN_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64; rank at
//   most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0. self has elements
//   along it.
// keepdim: whether out has the axis dim, with one element along it.
// out: receives the indices. INT32 or INT64; of the shape of self without the axis dim, or with 1
//   in its place. One index may have any shape of one element. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnArgMin; above 0 for long rows.
// executor: receives the executor.
//
// Special values. A NaN counts as the smallest. Zeros of both signs are equal. The first of equal
// elements counts. If self has no elements out is not written.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnArgMinGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                            bool keepdim, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnArgMin(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ARGMIN_H_
