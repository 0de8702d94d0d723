// aclnnArgsort: where the elements of a tensor are, in order along an axis.
//
//   out = the indices along dim of the smallest element, of the next one, and so on
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ARGSORT_H_
#define OPENACLNN_ACLNNOP_ACLNN_ARGSORT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32 or INT64, on Ascend950
//   also UINT16, UINT32 or UINT64; rank at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// descending: whether the largest come first.
// out: receives the indices. INT64, of the shape of self. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnArgsort; currently 0.
// executor: receives the executor.
//
// Special values. NaN is larger than all numbers, and zeros of both signs are equal. The indices of
// equal elements ascend.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnArgsortGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                             bool descending, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnArgsort(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ARGSORT_H_
