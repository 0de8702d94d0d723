// aclnnIsInScalarTensor: whether a number is among the elements of a tensor.
//
//   out = (any of testElements == element) != invert ? 1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ISIN_H_
#define OPENACLNN_ACLNNOP_ACLNN_ISIN_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None of the pointers may be null (161001).
//
// element: the number. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL.
//   It is rounded to the dtype of floats, and compared exactly with integers and BOOL, 0 or 1.
// testElements: the elements. One of the same dtypes; rank at most 8. Among none there is no
//   number.
// assumeUnique: not looked at.
// invert: whether the result is whether the number is missing.
// out: receives the result. BOOL; of no axes.
// workspaceSize: receives the bytes of workspace to pass to aclnnIsInScalarTensor.
// executor: receives the executor.
//
// Special values. NaN is equal to nothing; -0 is equal to 0.
// Accuracy: exact.
// Products: all but Ascend310P and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIsInScalarTensorGetWorkspaceSize(
    const aclScalar* element, const aclTensor* testElements, bool assumeUnique, bool invert,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIsInScalarTensor(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ISIN_H_
