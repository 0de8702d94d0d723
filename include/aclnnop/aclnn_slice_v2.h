// aclnnSliceV2: a part of a tensor, from place to place along several axes.
//
//   out[i, j, ...] = self[starts[0] + i * steps[0], starts[1] + j * steps[1], ...]
//   the axes being those in axes, below the places in ends
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SLICE_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_SLICE_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT32, INT64 or BOOL; rank at most 8.
// starts: the first place along each axis in axes. A place below 0 counts from behind: -1 is the
//   last. What is beyond the axis is its end.
// ends: the places behind the last ones, as starts. An end before its start takes nothing.
// axes: the axes, from -rank to rank - 1, none twice. The other axes stay whole.
// steps: from one place to the next; at least 1. The four arrays have as many integers.
// out: receives the part. Same dtype as self, and its shape with as many along the axes as there
//   are such places. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnSliceV2; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact; bits are moved.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSliceV2GetWorkspaceSize(
    const aclTensor* self, const aclIntArray* starts, const aclIntArray* ends,
    const aclIntArray* axes, const aclIntArray* steps, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSliceV2(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SLICE_V2_H_
