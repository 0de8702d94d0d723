// aclnnAmax: the largest elements along axes of a tensor.
//
//   out = the largest of the elements of self that differ in the indices along dim alone
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_AMAX_H_
#define OPENACLNN_ACLNNOP_ACLNN_AMAX_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// dim: the axes, each from -r to r - 1 where r is the rank of self, or 1 for rank 0; none of them
//   twice; without any, all axes. self has elements along each of them.
// keepDim: whether out has the axes in dim, with one element along each.
// out: receives the largest ones. Has the dtype of self, and its shape without the axes in dim, or
//   with 1 in their place. One result may have any shape of one element. Shares no memory with
//   self.
// workspaceSize: receives the bytes of workspace to pass to aclnnAmax; above 0 for long rows.
// executor: receives the executor.
//
// Special values. If an element is NaN, so is the result. With zeros of both signs the result is
// +0. If self has no elements out is not written.
// Accuracy: exact, in any order. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAmaxGetWorkspaceSize(const aclTensor* self,
                                                          const aclIntArray* dim, bool keepDim,
                                                          aclTensor* out, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAmax(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_AMAX_H_
