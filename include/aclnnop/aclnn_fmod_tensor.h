// aclnnFmodTensor: what is left of a tensor by whole multiples of another, with the sign of the
// first; and the same in place.
//
//   out = self - other * trunc(self / other)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FMOD_TENSOR_H_
#define OPENACLNN_ACLNNOP_ACLNN_FMOD_TENSOR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT32 or INT64; rank at most
//   8.
// other: the divisor. One of the same dtypes. self and other promote (rule 6) and broadcast (rule
//   5).
// out: receives what is left. One of the same dtypes: of integers only if the operands promote to
//   integers; of the shape to which they broadcast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnFmodTensor; currently 0.
// executor: receives the executor.
//
// Special values. NaN in either, an infinite self and an other that is 0 give NaN. An infinite
// other gives self. A result that is 0 has the sign of self. Integers by 0 give self.
// Accuracy: exact; where out has another dtype than the operands, the result is rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFmodTensorGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnFmodTensor(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the dividend, which the rest replaces. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8,
//   INT32 or INT64; rank at most 8.
// other: the divisor. One of the same dtypes. selfRef and other promote (rule 6); broadcasts to
//   the shape of selfRef (rule 5).
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceFmodTensor; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnFmodTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFmodTensorGetWorkspaceSize(aclTensor* selfRef,
                                                                       const aclTensor* other,
                                                                       uint64_t* workspaceSize,
                                                                       aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnFmodTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFmodTensor(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FMOD_TENSOR_H_
