// aclnnScatterAdd: elements are added to a tensor, each at a place of its own along an axis.
//
//   out[..., index[..., i, ...], ...] = self[...] + the sum of src[..., i, ...]
//
// Here i stands at the axis dim.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SCATTER_ADD_H_
#define OPENACLNN_ACLNNOP_ACLNN_SCATTER_ADD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64, BOOL,
//   COMPLEX64 or COMPLEX128.
// dim: the axis, from -rank to rank - 1; -1 is the last. Rank 0 counts as one axis.
// index: the places along dim, from 0 on and below the size of the axis. INT64 or INT32. As many
//   axes as self, and no longer than it along any other axis.
// src: what is added there; elements beyond the shape of index are not looked at. Same dtype and
//   rank as self, and no shorter than index along any axis.
// out: receives the sums. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnScatterAdd; currently 0.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. Sums are made
// in double, in the row-major order of index and from what is there on, and rounded once; those of
// integers are modulo 2 to the power of their bits, of BOOL whether any is true. Accuracy: rounded
// once.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterAddGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                                const aclTensor* index,
                                                                const aclTensor* src,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterAdd(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SCATTER_ADD_H_
