// aclnnMaxDim: the largest elements along an axis of a tensor, and where they are.
//
//   out = the largest of the elements of self along dim
//   indices = the index along dim of the first of them
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MAX_DIM_H_
#define OPENACLNN_ACLNNOP_ACLNN_MAX_DIM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, INT64 or BOOL, on Ascend950 also INT32; rank at
//   most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// keepdim: whether out and indices have the axis dim, with one element along it.
// out: receives the largest ones. Has the dtype of self, and its shape without the axis dim, or
//   with 1 in its place. One element may have any shape of one element. Shares no memory with self.
// indices: receives the indices. INT32 or INT64; of the shape that out may have. Shares no memory
//   with self and out.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaxDim; above 0 for long rows.
// executor: receives the executor.
//
// Special values. A NaN counts as the largest. Zeros of both signs are equal. The first of equal
// elements counts, and out has its bits. If self has no elements out and indices are not written.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxDimGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                            bool keepdim, aclTensor* out,
                                                            aclTensor* indices,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxDim(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MAX_DIM_H_
