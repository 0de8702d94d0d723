// aclnnOneHot: marks, along a new axis, which of several classes an integer is.
//
//   out[..., c, ...] = onValue where self is c, else offValue
//
// The new axis is where axis says.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ONE_HOT_H_
#define OPENACLNN_ACLNNOP_ACLNN_ONE_HOT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the classes. INT32 or INT64, on Ascend950 also UINT8; rank at most 7.
// numClasses: how many classes there are. At least 0, above 0 where self is empty.
// onValue: the element at the class. Same dtype as out; its first element counts.
// offValue: the element elsewhere. Same dtype as out; its first element counts.
// axis: where the axis of the classes is, from -1 to the rank of self; -1 is behind all.
// out: receives the result. FLOAT16, FLOAT, INT32 or INT64, on Ascend950 also INT8 or UINT8; the
//   shape of self with numClasses elements at axis. Shares no memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnOneHot; above 0 where a tensor has
//   gaps, or self is no INT64.
// executor: receives the executor.
//
// Special values. An element of self that is below 0, or at least numClasses, marks nothing.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnOneHotGetWorkspaceSize(const aclTensor* self, int numClasses,
                                                            const aclTensor* onValue,
                                                            const aclTensor* offValue, int64_t axis,
                                                            aclTensor* out, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnOneHot(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ONE_HOT_H_
