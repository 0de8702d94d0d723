// aclnnAminmax: the smallest and the largest elements over axes of a tensor.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_AMINMAX_H_
#define OPENACLNN_ACLNNOP_ACLNN_AMINMAX_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// dim: the axes, from -rank to rank - 1, none twice; self has elements along them. None: all axes.
// keepDim: whether the results have the axes in dim, with one element along each.
// minOut: receives the smallest elements. Same dtype as self, and its shape without the axes in
//   dim, or with 1 in their place if keepDim is true. One element may have any shape of one
//   element. Shares no memory with self.
// maxOut: receives the largest elements. Same dtype as self, and its shape without the axes in dim,
//   or with 1 in their place if keepDim is true. One element may have any shape of one element.
//   Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnAminmax; above 0 for long rows.
// executor: receives the executor.
//
// Special values. A NaN counts as the smallest and the largest. Zeros of both signs are equal.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAminmaxGetWorkspaceSize(const aclTensor* self,
                                                             const aclIntArray* dim, bool keepDim,
                                                             aclTensor* minOut, aclTensor* maxOut,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAminmax(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_AMINMAX_H_
