// aclnnLerp: between two tensors, as far from the first as a third says; and the same in place.
//
//   out = self + weight * (end - self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LERP_TENSOR_H_
#define OPENACLNN_ACLNNOP_ACLNN_LERP_TENSOR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the start. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// end: the end. Same dtype as self; rank at most 8.
// weight: how far it is from the start. Same dtype as self. The three broadcast (rule 5).
// out: receives the result. Same dtype as self; of the shape to which they broadcast. May be an
//   input that has its shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnLerp; currently 0.
// executor: receives the executor.
//
// Special values. A weight of 0 gives self and one of 1 gives end if both are finite, except the
// sign of a zero. NaN in any gives NaN.
// Accuracy: rounded once from double, so within 0.501 ULP in FLOAT and 2^-50 of weight * (end -
// self). From weights of 1/2 on it is end - (end - self) * (1 - weight).
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLerpGetWorkspaceSize(const aclTensor* self,
                                                          const aclTensor* end,
                                                          const aclTensor* weight, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLerp(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the start, which the result replaces. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// end: the end. Same dtype as selfRef; broadcasts to its shape (rule 5).
// weight: how far it is from the start. Same dtype as selfRef; broadcasts to its shape (rule 5).
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceLerp; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnLerp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLerpGetWorkspaceSize(aclTensor* selfRef,
                                                                 const aclTensor* end,
                                                                 const aclTensor* weight,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnLerp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLerp(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LERP_TENSOR_H_
