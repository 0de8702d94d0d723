// aclnnIndexAdd: slices of a tensor have others, times a number, added to them.
//
//   out[..., index[i], ...] = self[..., index[i], ...] + alpha * source[..., i, ...]    at the axis
//   dim
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_INDEX_ADD_H_
#define OPENACLNN_ACLNNOP_ACLNN_INDEX_ADD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// index: the places, from 0 on and below the size of the axis. INT64 or INT32; of at most one axis.
// source: the slices. Same dtype as self, and its shape with as many elements along dim as index
//   has. Where it or self has no axes, both have one element along dim.
// alpha: the factor; 1, or what can become an element of self.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnIndexAdd; above 0 where alpha is
//   not 1.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written.
// Accuracy: products and sums are made in double, in the order of the slices, and rounded once; of
// integers modulo 2^64. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexAddGetWorkspaceSize(
    const aclTensor* self, const int64_t dim, const aclTensor* index, const aclTensor* source,
    const aclScalar* alpha, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexAdd(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_INDEX_ADD_H_
