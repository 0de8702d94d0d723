// aclnnScatterList: slices are written over those of tensors of a list, in each of them from where
// an integer says on.
//
//   varRef[i][..., indice[i] + k, ...] = updates[i, ..., k, ...]    where k stands at the axis axis
//
// Indices of two columns say how many slices count, too: k is below indice[i, 1], and they begin at
// indice[i, 0]. Elsewhere, and where maskOptional[i] is 0, varRef[i] stays as it is.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SCATTER_LIST_H_
#define OPENACLNN_ACLNNOP_ACLNN_SCATTER_LIST_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run in place. None but maskOptional and reduceOptional may be
// null (161001).
//
// varRef: the tensors, and the results; n of one shape, of 1 to 7 axes. FLOAT16, BFLOAT16, FLOAT,
//   INT8, UINT8, INT16, UINT16, INT32 or UINT32.
// indice: where slices begin along the axis, [n], or [n, 2] with how many count behind. INT64 or
//   INT32.
// updates: the slices, [n, ...]. The dtype of varRef; behind the first axis the shape of its
//   members, except along the axis, where it is no longer.
// maskOptional: which members are written, [n]: those where it is not 0. UINT8; null means all.
// reduceOptional: "update", which null means, too.
// axis: the axis of updates, from -rank + 1 to rank - 1, and not 0; -1 is the last.
// workspaceSize: receives the bytes of workspace to pass to aclnnScatterList; 8 for each place
//   along the axis of each member, and more for a mask, counts, and indices that are not INT64.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them, except those that the mask
// leaves out. One from which on the slices do not fit, or a count below 0 or above those of
// updates, fails the run: the synchronisation of the stream returns 507015, and nothing is written.
// Accuracy: exact; bits are moved.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterListGetWorkspaceSize(
    aclTensorList* varRef, const aclTensor* indice, const aclTensor* updates,
    const aclTensor* maskOptional, char* reduceOptional, int64_t axis, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterList(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SCATTER_LIST_H_
