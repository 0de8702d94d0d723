// aclnnLeScalar: which elements are at most a number; and the same in place.
//
//   out = self <= other ? 1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LE_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_LE_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, UINT16, INT32, INT64,
//   UINT64 or BOOL; rank at most 8.
// other: the number, of one of the same dtypes. self and it promote as a tensor and a scalar (rule
//   6), where UINT16 and UINT64 meet integers and BOOL alone.
// out: receives the truth, 1 or 0. One of the same dtypes or UINT32; of the shape of self. May be
//   self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnLeScalar; currently 0.
// executor: receives the executor.
//
// Special values. With NaN on either side the result is 0. -0 equals +0.
// Accuracy: exact. With floats other is rounded once to the dtype of self, with integers and BOOL
// nothing is rounded: 16777217 is above 16777216.0.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLeScalarGetWorkspaceSize(const aclTensor* self,
                                                              const aclScalar* other,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnLeScalar(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the elements, which the result replaces; as self of aclnnLeScalar.
// other: as for aclnnLeScalar.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceLeScalar; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnLeScalar.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLeScalarGetWorkspaceSize(const aclTensor* selfRef,
                                                                     const aclScalar* other,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnLeScalar.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLeScalar(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LE_SCALAR_H_
