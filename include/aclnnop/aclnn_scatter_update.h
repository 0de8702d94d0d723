// aclnnInplaceScatterUpdate: slices are written over those of a tensor, in each of its rows from
// where an integer says on.
//
//   data[i, ..., indices[i] + k, ...] = updates[i, ..., k, ...]    where k stands at the axis axis
//
// Indices of two columns say which row it is, too: data[indices[i, 0], ..., indices[i, 1] + k,
// ...]. Elsewhere data stays as it is. Where several go to one place, the last one stays.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SCATTER_UPDATE_H_
#define OPENACLNN_ACLNNOP_ACLNN_SCATTER_UPDATE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// data: the tensor, and the result; 2 to 8 axes, with elements. FLOAT16, BFLOAT16, FLOAT, INT8,
//   INT32 or, except on Ascend910, UINT8; on Ascend950 also FLOAT8_E4M3FN, FLOAT8_E5M2 or HIFLOAT8.
// indices: where slices begin along the axis, [n], [n, 2] with the row in front, or a number if n
//   is 1. INT64 or INT32.
// updates: the slices, [n, ...], with elements. Same dtype as data, and its shape except along the
//   axes 0 and axis, where it is no longer.
// axis: the axis, from -rank + 1 to rank - 1, and not 0; -1 is the last.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceScatterUpdate; 8 for each
//   place along the axis of each slice, and more where indices are not INT64 or have gaps.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One from which on updates do not
// fit, or a row that there is not, fails the run: the synchronisation of the stream returns 507015,
// and nothing is written.
// Accuracy: exact; bits are moved.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceScatterUpdateGetWorkspaceSize(
    aclTensor* data, const aclTensor* indices, const aclTensor* updates, int64_t axis,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceScatterUpdate(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SCATTER_UPDATE_H_
