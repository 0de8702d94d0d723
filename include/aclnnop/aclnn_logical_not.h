// aclnnLogicalNot: which elements are false; and the same in place.
//
//   out = self == 0 ? 1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOGICAL_NOT_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOGICAL_NOT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the truths. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// out: receives 1 or 0. One of the same dtypes; of the shape of self. May be self if it has its
//   dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogicalNot; currently 0.
// executor: receives the executor.
//
// Special values. 0 and -0 are false; all else is true, NaN too.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogicalNotGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogicalNot(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the truths, which the result replaces; as self of aclnnLogicalNot.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceLogicalNot; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnLogicalNot.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLogicalNotGetWorkspaceSize(aclTensor* selfRef,
                                                                       uint64_t* workspaceSize,
                                                                       aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnLogicalNot.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLogicalNot(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOGICAL_NOT_H_
