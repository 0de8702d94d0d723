// aclnnInplaceFillScalar: fills a tensor with a number.
//
//   selfRef = value, converted to the dtype of selfRef
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FILL_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_FILL_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// selfRef: receives the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an integer of 8 to 64 bits,
//   BOOL, COMPLEX64 or COMPLEX128; UINT16, UINT32 and UINT64 not on Ascend910 and Ascend310P; rank
//   at most 8. What it holds before has no influence.
// value: the number. For a real selfRef: a real dtype with which that of selfRef promotes (rule 6);
//   no float where selfRef is UINT16, UINT32 or UINT64, and none of these where it is BOOL. For a
//   complex selfRef: any real dtype, COMPLEX64 or COMPLEX128.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceFillScalar; currently 0.
// executor: receives the executor.
//
// The conversion is that of aclnnCast (aclnnop/aclnn_cast.h), straight from the dtype of value: 0.1
// of DOUBLE is rounded once to FLOAT16; 1.9 becomes INT32 1; 300 becomes INT8 44 as an integer, 127
// as a float.
//
// Special values. As of aclnnCast: NaN becomes NaN, the integer 0, or true.
// Accuracy: correctly rounded; exact where the dtype has the number.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFillScalarGetWorkspaceSize(aclTensor* selfRef,
                                                                       const aclScalar* value,
                                                                       uint64_t* workspaceSize,
                                                                       aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFillScalar(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FILL_SCALAR_H_
