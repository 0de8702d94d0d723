// aclnnIndexPutImpl: elements are put into a tensor, or added to it, where indices for several of
// its axes meet.
//
//   selfRef[indices[0][k...], indices[1][k...], ...] = values[k...]
//
// Axes that have no indices stay as they are, as in aclnnIndex. Where several values go to one
// place, the last one stays, in row-major order, or all are added.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_INDEX_PUT_IMPL_H_
#define OPENACLNN_ACLNNOP_ACLNN_INDEX_PUT_IMPL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001) but members of indices.
//
// selfRef: the tensor, and the result. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32,
//   INT64 or BOOL.
// indices: members for the axes of selfRef, as those of aclnnIndex. Where none has elements,
//   nothing is written.
// values: what is put there. Same dtype as selfRef; broadcasts to the shape that selfRef has at
//   indices. Without elements nothing is written.
// accumulate: whether values are added to what is there.
// unsafe: is not looked at: indices are always checked.
// workspaceSize: receives the bytes of workspace to pass to aclnnIndexPutImpl; 0 without masks.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. So does a mask
// with another number of trues than values are for. Sums are made in double, in the row-major order
// of values and from what is there on, and rounded once; those of integers are modulo 2 to the
// power of their bits, of BOOL whether any is true. Accuracy: exact without accumulate, else
// rounded once.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexPutImplGetWorkspaceSize(
    aclTensor* selfRef, const aclTensorList* indices, const aclTensor* values,
    const bool accumulate, const bool unsafe, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexPutImpl(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_INDEX_PUT_IMPL_H_
