// aclnnBitwiseNot: the other bits of integers, or the other truth of BOOL.
//
//   out = ~self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BITWISE_NOT_H_
#define OPENACLNN_ACLNNOP_ACLNN_BITWISE_NOT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the integers. INT8, UINT8, INT16, INT32, INT64 or BOOL; rank at most 8.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnBitwiseNot; currently 0.
// executor: receives the executor.
//
// Special values. There are none.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBitwiseNotGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnBitwiseNot(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BITWISE_NOT_H_
