// aclnnSlice: a part of a tensor, from place to place along an axis.
//
//   out[..., i, ...] = self[..., start + i * step, ...]    at the axis dim, below end
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SLICE_H_
#define OPENACLNN_ACLNNOP_ACLNN_SLICE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT32, INT64 or BOOL; rank 1 to 8.
// dim: the axis, from -rank to rank - 1.
// start: the first place. A place below 0 counts from behind: -1 is the last. What is beyond the
//   axis is its end.
// end: the place behind the last, as start. An end before start takes nothing.
// step: from one place to the next; at least 1.
// out: receives the part. Same dtype as self, and its shape with as many along dim as there are
//   such places. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnSlice; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact; bits are moved.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSliceGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                           int64_t start, int64_t end, int64_t step,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSlice(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SLICE_H_
