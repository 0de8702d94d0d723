// aclnnScatterNd: a tensor with other elements at slices that rows of indices name.
//
//   out = data, and then
//   out[indices[i][0], ..., indices[i][k - 1]] = updates[i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SCATTER_ND_H_
#define OPENACLNN_ACLNNOP_ACLNN_SCATTER_ND_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// data: the tensor. FLOAT16, BFLOAT16, FLOAT or BOOL; of rank 1 to 8.
// indices: the places. INT32 or INT64; of one axis or more, at most 8. The last one has from 1 to
//   as many places as data has axes. The run fails if one is no place of its axis.
// updates: the elements. Same dtype as data; the shape of indices without its last axis and, behind
//   it, that of the slices of data.
// out: receives the result. Same dtype and shape as data. Shares no memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnScatterNd; above 0.
// executor: receives the executor.
//
// Special values. Bits are moved as they are. Where rows of indices are equal, the last one in
// row-major order wins.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterNdGetWorkspaceSize(
    const aclTensor* data, const aclTensor* indices, const aclTensor* updates, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterNd(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SCATTER_ND_H_
