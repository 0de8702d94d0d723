// aclnnEqTensor: which elements are equal to those of another tensor; and the same in place.
//
//   out = self == other ? 1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_EQ_TENSOR_H_
#define OPENACLNN_ACLNNOP_ACLNN_EQ_TENSOR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64,
//   UINT64 or BOOL; rank at most 8.
// other: the second elements. One of the same dtypes. self and other promote (rule 6), where UINT64
//   meets itself alone, and broadcast (rule 5).
// out: receives the truth, 1 or 0. One of the same dtypes, UINT16 or UINT32; of the shape to which
//   they broadcast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnEqTensor; currently 0.
// executor: receives the executor.
//
// Special values. With NaN on either side the result is 0. -0 equals +0.
// Accuracy: exact; operands of several dtypes are compared as they are: 16777217 is above
// 16777216.0. Only INT64 next to DOUBLE is rounded to DOUBLE before.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEqTensorGetWorkspaceSize(const aclTensor* self,
                                                              const aclTensor* other,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnEqTensor(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the first elements, which the result replaces; as self of aclnnEqTensor.
// other: the second elements, as for aclnnEqTensor; broadcasts to the shape of selfRef.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceEqTensor; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnEqTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceEqTensorGetWorkspaceSize(const aclTensor* selfRef,
                                                                     const aclTensor* other,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnEqTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceEqTensor(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_EQ_TENSOR_H_
