// aclnnLogSumExp: the logarithm of the sum of exponentials over axes of a tensor.
//
//   out = log(the sum of exp(self) over dim)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOGSUMEXP_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOGSUMEXP_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the numbers. FLOAT16, BFLOAT16 or FLOAT, INT8, UINT8, INT16, INT32, INT64 or BOOL; rank at
//   most 8.
// dim: the axes, from -rank to rank - 1, none twice. None: all axes.
// keepDim: whether out has the axes in dim, with one element along each.
// out: receives the result. FLOAT16, BFLOAT16 or FLOAT; the shape of self without the axes in dim,
//   or with 1 in their place if keepDim is true. One element may have any shape of one element.
//   Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogSumExp; above 0 where there are
//   elements.
// executor: receives the executor.
//
// Special values. The result of no elements is -inf. inf gives inf, and elements that are all -inf
// give -inf.
// Accuracy: exponentials of the distances from the largest element are summed in double. Their
// order is one that the shape and the axes alone decide. Results are rounded once: within 0.51 ULP
// and 2^-40.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSumExpGetWorkspaceSize(const aclTensor* self,
                                                               const aclIntArray* dim, bool keepDim,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSumExp(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOGSUMEXP_H_
