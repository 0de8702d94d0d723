// aclnnInplaceCopy: fills a tensor with the elements of another, of any layout, shape that
// broadcasts, and dtype.
//
//   selfRef = src, converted to the dtype of selfRef
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_COPY_H_
#define OPENACLNN_ACLNNOP_ACLNN_COPY_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// selfRef: receives the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an integer of 8 to 64 bits,
//   BOOL, COMPLEX64 or COMPLEX128; rank at most 8. What it holds before has no influence.
// src: the elements. One of these dtypes, every pair is allowed; rank at most 8; broadcasts to
//   exactly the shape of selfRef (rule 5). May be the very view that selfRef is, of the same dtype;
//   then nothing changes.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceCopy; currently 0.
// executor: receives the executor.
//
// Conversions are those of aclnnCast (aclnnop/aclnn_cast.h).
//
// Special values. Those of aclnnCast. Between tensors of one dtype every element is copied bit for
// bit. This includes the payload of a NaN, and a byte of a BOOL that is neither 0 nor 1.
// Accuracy: correctly rounded; exact where the dtype has the number.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceCopyGetWorkspaceSize(aclTensor* selfRef,
                                                                 const aclTensor* src,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceCopy(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_COPY_H_
