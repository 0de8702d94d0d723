// aclnnUniqueConsecutive: one of each run of equal elements, or slices along an axis.
//
//   valueOut = the first slice of each run of equal slices of self that follow each other
//   inverseOut[i] = the number of the run that slice i is in
//   countsOut[k] = how many slices run k has
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UNIQUE_CONSECUTIVE_H_
#define OPENACLNN_ACLNNOP_ACLNN_UNIQUE_CONSECUTIVE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64 or
//   UINT64. Except on Ascend950 also DOUBLE, COMPLEX64, COMPLEX128 or BOOL. Rank at most 8.
// returnInverse: whether inverseOut is asked for; false on Ascend950.
// returnCounts: whether countsOut is asked for.
// dim: the axis of slices, from -r to r - 1 where r is the rank of self, or 1 for rank 0. 1000
//   makes each element a slice, in row-major order. It is 1000 on Ascend950.
// valueOut: receives the slices, and then has the view of as many. Same dtype as self; the shape of
//   self, without gaps if dim is 1000. Or one axis of as many elements, without gaps unless dim is
//   1000. Shares no memory with self.
// inverseOut: receives the numbers of runs, if returnInverse is true. INT64; the shape of self if
//   dim is 1000, else one axis as long as the axis dim. Or then the shape of self, without gaps; it
//   gets the view of such an axis. If it is not asked for it has any shape. Shares no memory with
//   the others.
// countsOut: receives the counts, if returnCounts is true, and then has the view of as many. INT64;
//   one axis, of as many elements as there are slices or as self has, or any shape if it is not
//   asked for. Shares no memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnUniqueConsecutive; above 0 where
//   self or inverseOut has gaps.
// executor: receives the executor.
//
// Special values. NaN is equal to nothing, and zeros of both signs are equal.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUniqueConsecutiveGetWorkspaceSize(
    const aclTensor* self, bool returnInverse, bool returnCounts, int64_t dim, aclTensor* valueOut,
    aclTensor* inverseOut, aclTensor* countsOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUniqueConsecutive(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UNIQUE_CONSECUTIVE_H_
