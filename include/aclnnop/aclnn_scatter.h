// aclnnScatter, aclnnScatterValue: elements are put into a tensor, each at a place of its own along
// an axis. aclnnInplaceScatter, aclnnInplaceScatterValue: the same, into self itself.
//
//   out[..., index[..., i, ...], ...] = src[..., i, ...]    where i stands at the axis dim
//
// Elsewhere out is self. Where several go to one place, the last one stays, in row-major order of
// index.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SCATTER_H_
#define OPENACLNN_ACLNNOP_ACLNN_SCATTER_H_

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
// src: what is put there; elements beyond the shape of index are not looked at. Same dtype and rank
//   as self, and no shorter than index along any axis.
// reduce: 0 puts elements there, 1 adds them to what is there, and 2 multiplies it by them.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnScatter; currently 0.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. Sums and
// products are made in double, in the row-major order of index and from what is there on, and
// rounded once; those of integers are modulo 2 to the power of their bits, of BOOL whether any, or
// all, are true.
// Accuracy: exact with reduce 0, else rounded once. Products: Ascend910B, Ascend910_93 and
// Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                             const aclTensor* index,
                                                             const aclTensor* src, int64_t reduce,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatter(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run with one number in place of src. None may be null
// (161001).
//
// self, dim, index, reduce, out: as for aclnnScatter.
// value: the number, converted once to the dtype of self; complex only if that is.
// workspaceSize: receives the bytes of workspace to pass to aclnnScatterValue; the bytes of one
//   element, in whole cache lines.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnScatter.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterValueGetWorkspaceSize(const aclTensor* self,
                                                                  int64_t dim,
                                                                  const aclTensor* index,
                                                                  const aclScalar* value,
                                                                  int64_t reduce, aclTensor* out,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterValue(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor,
                                                  const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the tensor, and the result.
// dim, index, src, reduce: as for aclnnScatter.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceScatter; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnScatter.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceScatterGetWorkspaceSize(aclTensor* selfRef, int64_t dim,
                                                                    const aclTensor* index,
                                                                    const aclTensor* src,
                                                                    int64_t reduce,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceScatter(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place, with one number in place of src. None may be
// null (161001).
//
// selfRef: the tensor, and the result.
// dim, index, value, reduce: as for aclnnScatterValue.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceScatterValue; the bytes of
//   one element, in whole cache lines.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnScatter.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceScatterValueGetWorkspaceSize(aclTensor* selfRef,
                                                                         int64_t dim,
                                                                         const aclTensor* index,
                                                                         const aclScalar* value,
                                                                         int64_t reduce,
                                                                         uint64_t* workspaceSize,
                                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceScatterValue(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SCATTER_H_
