// aclnnIndexCopy: slices of a tensor become those of another, at places along an axis.
// aclnnInplaceIndexCopy: the same, in selfRef itself.
//
//   outRef[..., index[i], ...] = source[..., i, ...]    where i stands at the axis dim
//
// Elsewhere outRef is selfRef. Where several go to one place, the last one stays.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_INDEX_COPY_H_
#define OPENACLNN_ACLNNOP_ACLNN_INDEX_COPY_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// selfRef: the tensor; it stays as it is. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16,
//   INT32, INT64, BOOL, COMPLEX64 or COMPLEX128; on Ascend950 also UINT32 or UINT64.
// dim: the axis, from -rank to rank - 1; -1 is the last. Rank 0 counts as one axis.
// index: the places, from 0 on and below the size of the axis. INT64 or INT32; of at most one axis.
// source: the slices. Same dtype as selfRef, and its shape with as many elements along dim as index
//   has. Where it or selfRef has no axes, both have one element along dim.
// outRef: receives the result. Same dtype and shape as selfRef. May be selfRef.
// workspaceSize: receives the bytes of workspace to pass to aclnnIndexCopy; currently 0.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. Accuracy:
// exact; bits are moved. Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexCopyGetWorkspaceSize(aclTensor* selfRef, int64_t dim,
                                                               const aclTensor* index,
                                                               const aclTensor* source,
                                                               aclTensor* outRef,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexCopy(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the tensor, and the result.
// dim, index, source: as for aclnnIndexCopy.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceIndexCopy; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnIndexCopy.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceIndexCopyGetWorkspaceSize(aclTensor* selfRef,
                                                                      int64_t dim,
                                                                      const aclTensor* index,
                                                                      const aclTensor* source,
                                                                      uint64_t* workspaceSize,
                                                                      aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceIndexCopy(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_INDEX_COPY_H_
