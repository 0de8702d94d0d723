// aclnnNorm: norms of the elements along axes of a tensor.
//
//   out = (the sum of |x|^pScalar)^(1 / pScalar) over the elements x of self that differ in the
//   indices
//         along dim alone
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_NORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_NORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// pScalar: the order of the norm; 2147483647 and -2147483648 stand for inf and -inf.
// dim: the axes, each from -r to r - 1 where r is the rank of self, or 1 for rank 0; none of them
//   twice; without any, all axes.
// keepdim: whether out has the axes in dim, with one element along each.
// out: receives the norms. FLOAT16, BFLOAT16 or FLOAT; of the shape of self without the axes in
//   dim, or with 1 in their place. One norm may have any shape of one element. Shares no memory
//   with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnNorm; above 0 for long sums.
// executor: receives the executor.
//
// Special values. Where pScalar is 0, out is how many elements are not 0. Where it is inf, out is
// the largest |x|, where it is -inf the smallest. A NaN is not 0, and all other norms of a NaN
// are NaN. The norm of nothing is 0.
// Accuracy: powers are added in double, in an order that the shape and the axes alone decide; the
// root of the sum is rounded once, within 0.51 ULP. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNormGetWorkspaceSize(const aclTensor* self,
                                                          const aclScalar* pScalar,
                                                          const aclIntArray* dim, bool keepdim,
                                                          aclTensor* out, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNorm(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_NORM_H_
