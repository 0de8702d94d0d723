// aclnnKthvalue: the k-th smallest elements along an axis of a tensor.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_KTHVALUE_H_
#define OPENACLNN_ACLNNOP_ACLNN_KTHVALUE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32 or INT64, on Ascend950
//   also UINT16, UINT32 or UINT64; rank at most 8.
// k: which one, from 1 on; 0 counts as 1. At most the size of self along dim.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0; self has elements
//   along it.
// keepdim: whether the results have the axis dim, with one element along it.
// valuesOut: receives the elements. Same dtype as self, and its shape without the axis dim, or with
//   1 in its place if keepdim is true. One element may have any shape of one element. Shares no
//   memory with self.
// indicesOut: receives their indices along dim. INT64; of the shape that valuesOut may have. Shares
//   no memory with self and valuesOut.
// workspaceSize: receives the bytes of workspace to pass to aclnnKthvalue; currently 0.
// executor: receives the executor.
//
// Special values. NaN is larger than all numbers, and zeros of both signs are equal. Equal elements
// are in the order of their indices.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnKthvalueGetWorkspaceSize(
    const aclTensor* self, int64_t k, int64_t dim, bool keepdim, aclTensor* valuesOut,
    aclTensor* indicesOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnKthvalue(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_KTHVALUE_H_
