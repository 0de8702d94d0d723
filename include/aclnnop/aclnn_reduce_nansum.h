// aclnnReduceNansum: sums over axes of a tensor, where NaN counts as 0.
//
//   out = the sum of all elements of self that differ in the indices along dim alone and are not
//         NaN
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_REDUCE_NANSUM_H_
#define OPENACLNN_ACLNNOP_ACLNN_REDUCE_NANSUM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the terms. FLOAT16, BFLOAT16 or FLOAT; on Ascend910B and Ascend910_93 also INT8, UINT8,
//   INT16, INT32, INT64 or BOOL; rank at most 8.
// dim: the axes, each from -r to r - 1 where r is the rank of self, or 1 for rank 0; none of them
//   twice; without any, all axes.
// keepDim: whether out has the axes in dim, with one element along each.
// dtype: the dtype of out, of those that self may have; not of integers if self has floats, and
//   BOOL only if self has BOOL.
// out: receives the sums. Has the dtype dtype and the shape of self without the axes in dim, or
//   with 1 in their place. One sum may have any shape of one element. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnReduceNansum; above 0 for long
//   sums.
// executor: receives the executor.
//
// Special values. As those of aclnnReduceSum, except that a NaN counts as 0. Infinities of both
// signs give NaN.
// Accuracy: as that of aclnnReduceSum. Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnReduceNansumGetWorkspaceSize(const aclTensor* self,
                                                                  const aclIntArray* dim,
                                                                  bool keepDim, aclDataType dtype,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnReduceNansum(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_REDUCE_NANSUM_H_
