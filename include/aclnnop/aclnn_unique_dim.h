// aclnnUniqueDim: one of each set of equal slices along an axis, in order.
//
//   valueOut = the slices of self along dim in the order of their first elements that differ, equal
//     ones once
//   inverseOut[i] = the place in valueOut of slice i of self
//   countsOut[k] = how many slices of self are slice k of valueOut
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UNIQUE_DIM_H_
#define OPENACLNN_ACLNNOP_ACLNN_UNIQUE_DIM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, UINT16, INT32, UINT32,
//   INT64, UINT64 or BOOL; rank at most 8.
// sorted: whether valueOut is in order; it always is.
// returnInverse: whether inverseOut is asked for.
// dim: the axis of slices, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// valueOut: receives the slices, and then has the view of as many. Same dtype as self; the shape of
//   self, or less along dim. Shares no memory with self.
// inverseOut: receives the places, if returnInverse is true. INT64; one axis, as long as the axis
//   dim. Or the shape of self, without gaps; it then gets the view of such an axis. If it is not
//   asked for it has any shape. Shares no memory with the others.
// countsOut: receives the counts, and then has the view of as many. INT64; one axis, at most as
//   long as the axis dim. Shares no memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnUniqueDim; above 0 where self has
//   elements.
// executor: receives the executor.
//
// The run fails, and writes nothing, if there are more slices than valueOut or countsOut has room
// for.
//
// Special values. Zeros of both signs are equal, and the first slice of equal ones is kept. NaN is
// the largest element and equal to nothing. So slices with NaN are by themselves.
// Accuracy: exact.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUniqueDimGetWorkspaceSize(
    const aclTensor* self, bool sorted, bool returnInverse, int64_t dim, aclTensor* valueOut,
    aclTensor* inverseOut, aclTensor* countsOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUniqueDim(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UNIQUE_DIM_H_
