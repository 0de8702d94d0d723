// aclnnIsInTensorScalar: whether elements are equal to a number.
//
//   out = (element == testElement) != invert ? 1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ISIN_TENSOR_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_ISIN_TENSOR_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None of the pointers may be null (161001).
//
// element: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or
//   BOOL; rank at most 8.
// testElement: the number. One of the same dtypes. It is rounded to the dtype of floats, and
//   compared exactly with integers and BOOL, 0 or 1.
// assumeUnique: not looked at.
// invert: whether the result is whether they differ.
// out: receives the result. BOOL; of the shape of element.
// workspaceSize: receives the bytes of workspace to pass to aclnnIsInTensorScalar; currently 0.
// executor: receives the executor.
//
// Special values. NaN is equal to nothing; -0 is equal to 0.
// Accuracy: exact.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIsInTensorScalarGetWorkspaceSize(
    const aclTensor* element, const aclScalar* testElement, bool assumeUnique, bool invert,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIsInTensorScalar(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ISIN_TENSOR_SCALAR_H_
