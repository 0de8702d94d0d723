// aclnnSearchSorted: where elements belong among those of rows in order.
// aclnnSearchSorteds: the same for one number.
//
//   out[i] = the first j where sortedSequence[j] >= self[i], or, if right is true, > self[i]
//
// It is the size of a row if there is none.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SEARCHSORTED_H_
#define OPENACLNN_ACLNNOP_ACLNN_SEARCHSORTED_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but sorter may be null (161001).
//
// sortedSequence: rows in order, along the last axis. FLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16,
//   INT32 or INT64; rank 1, or of the shape of self except the last axis.
// self: what to look for in its row, or in the only one. One of the dtypes of sortedSequence; rank
//   at most 8.
// outInt32: whether out is INT32 rather than INT64.
// right: whether a place is behind elements that are equal, rather than before them.
// sorter: the order of sortedSequence, or null: place i has the element at sorter[i]. INT64, of the
//   shape of sortedSequence. The run fails if an element is below 0, or at least the size of the
//   last axis.
// out: receives the places. INT32 if outInt32 is true, else INT64; of the shape of self. Shares no
//   memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnSearchSorted; above 0 where a
//   tensor has gaps or is converted.
// executor: receives the executor.
//
// Special values. A NaN of self belongs behind all elements. An element of self belongs behind each
// NaN that it is compared with. Where a sequence is not in order, the place is that of a search by
// halves. It looks at the upper one of two elements in the middle.
// Accuracy: exact. Both are converted first to the dtype to which they promote, as by aclnnCast.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSearchSortedGetWorkspaceSize(
    const aclTensor* sortedSequence, const aclTensor* self, bool outInt32, bool right,
    const aclTensor* sorter, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSearchSorted(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None but sorter may be null (161001).
//
// sortedSequence: elements in order. FLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64; of
//   rank 1.
// self: the number to look for. One of the dtypes of sortedSequence.
// outInt32: whether out is INT32 rather than INT64.
// right: whether a place is behind elements that are equal, rather than before them.
// sorter: the order of sortedSequence, or null: place i has the element at sorter[i]. INT64, of the
//   shape of sortedSequence. The run fails if an element is below 0, or at least the size of the
//   last axis.
// out: receives the place. INT32 if outInt32 is true, else INT64; of one element. Shares no memory
//   with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnSearchSorteds; above 0.
// executor: receives the executor.
//
// Special values. A NaN of self belongs behind all elements. An element of self belongs behind each
// NaN that it is compared with. Where a sequence is not in order, the place is that of a search by
// halves. It looks at the upper one of two elements in the middle.
// Accuracy: exact. Both are converted first to the dtype to which they promote, as by aclnnCast.
// Products: Ascend910, Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSearchSortedsGetWorkspaceSize(
    const aclTensor* sortedSequence, const aclScalar* self, const bool outInt32, const bool right,
    const aclTensor* sorter, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSearchSorteds(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SEARCHSORTED_H_
