// aclnnGatherV2: slices of a tensor at places along an axis.
//
//   out[l, i, m] = self[l, index[i], m]    where index[i] stands at the axis dim
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GATHER_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_GATHER_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64, BOOL,
//   COMPLEX64 or COMPLEX128; rank at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// index: the places, from -size to size - 1 of the axis; -1 is the last. INT64 or INT32; of any
//   shape. One element where self has no axes.
// out: receives the slices. Same dtype as self. Its shape has that of index, or 1 if index has no
//   axis, in the place of the axis dim; rank at most 8. Shares no memory with self and index.
// workspaceSize: receives the bytes of workspace to pass to aclnnGatherV2; currently 0.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. Accuracy:
// exact; bits are moved. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGatherV2GetWorkspaceSize(const aclTensor* self, int64_t dim,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnGatherV2(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GATHER_V2_H_
