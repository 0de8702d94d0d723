// aclnnIndex: what a tensor has where indices for several of its axes meet.
//
//   out[k...] = self[indices[0][k...], indices[1][k...], ...]
//
// Axes that have no indices stay as they are. If the axes with indices follow each other, the shape
// of the indices stands in their place, else in front.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_INDEX_H_
#define OPENACLNN_ACLNNOP_ACLNN_INDEX_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001) but members of indices.
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL; on
//   Ascend950 also COMPLEX64.
// indices: members for the axes of self in their order, for no more than there are. INT64 or INT32
//   are places along one axis: from minus its size on, and below it. BOOL is a mask of as many axes
//   as it has, whose sizes are those of self; it stands for the places that are true. A member that
//   is null, or has no elements, leaves an axis as it is; its dtype does not count. All others
//   broadcast to one shape.
// out: receives the elements. Same dtype as self. The shape of self with that of the indices in the
//   place of their axes. A mask is one axis, of as many elements as are true. An out without
//   elements may have any shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnIndex; 0 without masks.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. An index that is out of range,
// or a mask with another number of trues than out has room for, fails the run. The synchronisation
// of the stream then returns 507015, and nothing is written. Accuracy: exact; bits are moved, those
// of NaNs too.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexGetWorkspaceSize(const aclTensor* self,
                                                           const aclTensorList* indices,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndex(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_INDEX_H_
