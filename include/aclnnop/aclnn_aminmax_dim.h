// aclnnAminmaxDim: the smallest and the largest elements along an axis of a tensor.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_AMINMAX_DIM_H_
#define OPENACLNN_ACLNNOP_ACLNN_AMINMAX_DIM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0; self has elements
//   along it.
// keepDim: whether the results have the axis dim, with one element along it.
// minOut: receives the smallest elements. Same dtype as self, and its shape without the axis dim,
//   or with 1 in its place if keepDim is true. One element may have any shape of one element.
//   Shares no memory with self.
// maxOut: receives the largest elements. Same dtype as self, and its shape without the axis dim, or
//   with 1 in its place if keepDim is true. One element may have any shape of one element. Shares
//   no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnAminmaxDim; above 0 for long rows.
// executor: receives the executor.
//
// Special values. A NaN counts as the smallest and the largest. Zeros of both signs are equal.
// Accuracy: exact. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAminmaxDimGetWorkspaceSize(
    const aclTensor* self, const int64_t dim, bool keepDim, aclTensor* minOut, aclTensor* maxOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAminmaxDim(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_AMINMAX_DIM_H_
