// aclnnScatterReduce: elements of one tensor are added to those of another at places that integers
// say along an axis; and the same in place.
//
//   out = self, and out[..., index[p], ...] += src[p] for each place p of index
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SCATTER_REDUCE_H_
#define OPENACLNN_ACLNNOP_ACLNN_SCATTER_REDUCE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None of the pointers may be null (161001).
//
// self: what is added to. FLOAT; rank at most 8.
// dim: the axis of which index has places, -1 the last.
// index: the places. INT32 or INT64; of the rank of self, and along no axis but dim longer than
//   self. None is negative, or as long as self along dim.
// src: what is added. FLOAT; of the rank of self, and along no axis shorter than index.
// reduce: 1, which stands for sums.
// includeSelf: whether sums begin with the element of self; else with 0.
// out: receives the result. FLOAT; of the shape of self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnScatterReduce.
// executor: receives the executor.
//
// Special values. A place that is none fails when the run is synchronised (507015), and nothing is
// written.
// Accuracy: sums are in double, in the order of index, and rounded once.
// Products: Ascend910B and Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterReduceGetWorkspaceSize(
    const aclTensor* self, int64_t dim, const aclTensor* index, const aclTensor* src,
    int64_t reduce, bool includeSelf, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScatterReduce(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor,
                                                   const aclrtStream stream);

// Checks the arguments and prepares a run in place. None of the pointers may be null (161001).
//
// selfRef: what is added to, which the result replaces. As self and out of aclnnScatterReduce.
// dim, index, src, reduce, includeSelf: as for aclnnScatterReduce.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceScatterReduce.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnScatterReduce.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceScatterReduceGetWorkspaceSize(
    aclTensor* selfRef, int64_t dim, const aclTensor* index, const aclTensor* src, int64_t reduce,
    bool includeSelf, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnScatterReduce.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceScatterReduce(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SCATTER_REDUCE_H_
