// aclnnMinimum: the smaller of two tensors' elements.
//
//   out = min(self, other)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MINIMUM_H_
#define OPENACLNN_ACLNNOP_ACLNN_MINIMUM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first numbers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or
//   BOOL; rank at most 8.
// other: the second numbers. One of the same dtypes. self and other promote (rule 6) and broadcast
//   (rule 5).
// out: receives the smaller ones. One of the same dtypes: of integers only if the operands promote
//   to integers or BOOL, of BOOL only if to BOOL; of the shape to which they broadcast. May be an
//   input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnMinimum; currently 0.
// executor: receives the executor.
//
// Special values. NaN in either gives NaN. With zeros of both signs the result is -0, in either
// order. Where the operands promote to BOOL the result is self and other.
// Accuracy: exact; operands of several dtypes are compared as they are, and a number that is not of
// out's dtype is rounded once, as by aclnnCast.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMinimumGetWorkspaceSize(const aclTensor* self,
                                                             const aclTensor* other, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMinimum(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MINIMUM_H_
