// aclnnInplaceMaskedFillScalar: a number in place of the elements where a mask is true.
//
//   selfRef = value where mask is true, else selfRef
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MASKED_FILL_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_MASKED_FILL_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// selfRef: the elements. FLOAT16, BFLOAT16, FLOAT, INT8, INT32, INT64 or BOOL; rank at most 8.
// mask: the truths. BOOL; rank at most 8; broadcasts to the shape of selfRef.
// value: the number, of any real dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceMaskedFillScalar; currently
//   0.
// executor: receives the executor.
//
// Special values. Where selfRef has integers, a float is truncated and becomes the nearest of the
// range, an integer wraps.
// Accuracy: exact; value is rounded once to the dtype of selfRef.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceMaskedFillScalarGetWorkspaceSize(
    aclTensor* selfRef, const aclTensor* mask, const aclScalar* value, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceMaskedFillScalar(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MASKED_FILL_SCALAR_H_
