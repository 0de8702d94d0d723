// aclnnEqual: whether two tensors have one shape and equal elements.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_EQUAL_H_
#define OPENACLNN_ACLNNOP_ACLNN_EQUAL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64, BOOL,
//   UINT16, UINT32 or UINT64; rank at most 8.
// other: the second tensor, with which it promotes; rank at most 8.
// out: receives the truth. BOOL, [1]. Shares no memory with the inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnEqual; above 0 where the shapes
//   are one.
// executor: receives the executor.
//
// Special values. A NaN is equal to nothing, and zeros of both signs are equal.
// Accuracy: exact; an INT64 beyond 2^53 beside a float is the nearest double. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEqualGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnEqual(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_EQUAL_H_
