// aclnnInplaceFillTensor: all elements become the one of another tensor.
//
//   selfRef = value, converted to the dtype of selfRef
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FILL_TENSOR_H_
#define OPENACLNN_ACLNNOP_ACLNN_FILL_TENSOR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// selfRef: receives the number. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64,
//   BOOL, COMPLEX64 or COMPLEX128; rank at most 8.
// value: the number, in memory of the device. Any dtype that aclnnCast converts; one element, of no
//   axis or of one.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceFillTensor; currently 0.
// executor: receives the executor.
//
// Special values. The number is converted as by aclnnCast.
// Accuracy: exact, or rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFillTensorGetWorkspaceSize(aclTensor* selfRef,
                                                                       const aclTensor* value,
                                                                       uint64_t* workspaceSize,
                                                                       aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFillTensor(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FILL_TENSOR_H_
