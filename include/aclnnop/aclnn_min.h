// aclnnMin: the smallest element of a tensor.
//
//   out = min(self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MIN_H_
#define OPENACLNN_ACLNNOP_ACLNN_MIN_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// out: receives the smallest one. One of the same dtypes, to which it is converted as by aclnnCast;
//   of any shape of one element. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnMin; above 0 for long tensors, and
//   where out has another dtype.
// executor: receives the executor.
//
// Special values. If an element is NaN, so is the result. With zeros of both signs the result is
// -0. If self has no elements out is not written.
// Accuracy: exact, in any order. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMinGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                         uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMin(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MIN_H_
