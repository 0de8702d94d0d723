// aclnnLogicalOr: where of two elements at least one is true; and the same in place.
//
//   out = self || other ? 1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOGICAL_OR_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOGICAL_OR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first truths. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or
//   BOOL; rank at most 8.
// other: the second truths. One of the same dtypes; broadcasts with self (rule 5).
// out: receives 1 or 0. One of the same dtypes; of the shape to which they broadcast. May be an
//   input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogicalOr; currently 0.
// executor: receives the executor.
//
// Special values. 0 and -0 are false; all else is true, NaN too.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogicalOrGetWorkspaceSize(const aclTensor* self,
                                                               const aclTensor* other,
                                                               aclTensor* out,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogicalOr(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the first truths, which the result replaces; as self of aclnnLogicalOr.
// other: the second truths, as for aclnnLogicalOr; broadcasts to the shape of selfRef.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceLogicalOr; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnLogicalOr.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLogicalOrGetWorkspaceSize(aclTensor* selfRef,
                                                                      const aclTensor* other,
                                                                      uint64_t* workspaceSize,
                                                                      aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnLogicalOr.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLogicalOr(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOGICAL_OR_H_
