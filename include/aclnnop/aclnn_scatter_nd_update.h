// aclnnScatterNdUpdate: puts elements into a tensor, at slices that rows of indices name.
//
//   varRef[indices[i][0], ..., indices[i][k - 1]] = updates[i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SCATTER_ND_UPDATE_H_
#define OPENACLNN_ACLNNOP_ACLNN_SCATTER_ND_UPDATE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// varRef: the tensor, and the result. FLOAT16, BFLOAT16, FLOAT, INT8, INT64 or BOOL; on Ascend910B
//   and Ascend910_93 also INT16 or INT32; on Ascend950 also UINT8, HIFLOAT8, FLOAT8_E5M2 or
//   FLOAT8_E4M3FN; of rank 1 to 8.
// indices: the places. INT32 or INT64; of two axes or more, at most 8. The last one has from 1 to
//   as many places as varRef has axes. The run fails, and writes nothing to varRef, if one is no
//   place of its axis.
// updates: the elements. Same dtype as varRef; the shape of indices without its last axis and,
//   behind it, that of the slices of varRef.
// workspaceSize: receives the bytes of workspace to pass to aclnnScatterNdUpdate; above 0.
// executor: receives the executor.
//
// Special values. Bits are moved as they are. Where rows of indices are equal, the last one in
// row-major order wins.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterNdUpdateGetWorkspaceSize(aclTensor* varRef,
                                                                     const aclTensor* indices,
                                                                     const aclTensor* updates,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterNdUpdate(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SCATTER_ND_UPDATE_H_
