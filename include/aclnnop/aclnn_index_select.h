// aclnnIndexSelect: what a tensor has at some places along an axis.
//
//   out[..., i, ...] = self[..., index[i], ...]    where i stands at the axis dim
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_INDEX_SELECT_H_
#define OPENACLNN_ACLNNOP_ACLNN_INDEX_SELECT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, UINT16, INT32, UINT32,
//   INT64, UINT64, BOOL, COMPLEX64 or COMPLEX128.
// dim: the axis, from -rank to rank - 1; -1 is the last. Rank 0 counts as one axis.
// index: the places, from 0 on and below the size of the axis. INT64 or INT32; of at most one axis,
//   and of one element if self has no axis.
// out: receives the elements. Same dtype as self, and its shape with as many elements along dim as
//   index has.
// workspaceSize: receives the bytes of workspace to pass to aclnnIndexSelect; currently 0.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. Accuracy:
// exact; bits are moved, those of NaNs too. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexSelectGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                                 const aclTensor* index,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexSelect(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_INDEX_SELECT_H_
