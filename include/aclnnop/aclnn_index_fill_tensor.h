// aclnnIndexFillTensor: slices of a tensor become a number, at places along an axis.
// aclnnInplaceIndexFillTensor: the same, in selfRef itself.
//
//   out[..., index[i], ...] = value    at the axis dim
//   out = self elsewhere
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_INDEX_FILL_TENSOR_H_
#define OPENACLNN_ACLNNOP_ACLNN_INDEX_FILL_TENSOR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, INT32, INT64 or BOOL; rank at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// index: the places along dim, from -size to size - 1; -1 is the last.
// value: the number, which can become an element of self.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnIndexFillTensor; currently 0.
// executor: receives the executor.
//
// Special values. Elements that stay keep all their bits, those of NaNs too. value is converted
// once, as by aclnnInplaceFillScalar.
// Accuracy: exact.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexFillTensorGetWorkspaceSize(
    const aclTensor* self, int64_t dim, const aclIntArray* index, const aclScalar* value,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIndexFillTensor(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the tensor, and the result.
// dim, index, value: as for aclnnIndexFillTensor.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceIndexFillTensor; currently
//   0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnIndexFillTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceIndexFillTensorGetWorkspaceSize(
    aclTensor* selfRef, int64_t dim, const aclIntArray* index, const aclScalar* value,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceIndexFillTensor(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_INDEX_FILL_TENSOR_H_
