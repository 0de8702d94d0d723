// aclnnGather: each element of the result is taken from a place of its own along an axis.
//
//   out[..., i, ...] = self[..., index[..., i, ...], ...]    where i stands at the axis dim
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GATHER_H_
#define OPENACLNN_ACLNNOP_ACLNN_GATHER_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, UINT16, INT32, UINT32,
//   INT64, UINT64 or BOOL.
// dim: the axis, from -rank to rank - 1; -1 is the last. Rank 0 counts as one axis.
// index: the places along dim. From minus the size of the axis on, and below it; -1 is the last
//   place. INT64 or INT32. As many axes as self, and no longer than it along any other axis.
// out: receives the elements. Same dtype as self, and the shape of index.
// workspaceSize: receives the bytes of workspace to pass to aclnnGather; currently 0.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. Accuracy:
// exact; bits are moved, those of NaNs too. Products: Ascend910B and Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGatherGetWorkspaceSize(const aclTensor* self,
                                                            const int64_t dim,
                                                            const aclTensor* index, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGather(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GATHER_H_
