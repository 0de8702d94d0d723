// aclnnFmodScalar: what is left of a tensor by whole multiples of a number, with the sign of the
// tensor; and the same in place.
//
//   out = self - other * trunc(self / other)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FMOD_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_FMOD_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT32 or INT64; rank at most
//   8.
// other: the divisor. A scalar of one of the same dtypes. self and other promote (rule 6).
// out: receives what is left. One of the same dtypes: of integers only if the operands promote to
//   integers; of the shape of self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnFmodScalar; currently 0.
// executor: receives the executor.
//
// Special values. NaN in either, an infinite self and an other that is 0 give NaN. An infinite
// other gives self. A result that is 0 has the sign of self. Integers by 0 give self.
// Accuracy: exact; where out has another dtype than the operands, the result is rounded once.
// Products: Ascend910, Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFmodScalarGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnFmodScalar(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the dividend, which the rest replaces. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8,
//   INT32 or INT64; rank at most 8.
// other: the divisor. A scalar of one of the same dtypes. selfRef and other promote (rule 6).
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceFmodScalar; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnFmodScalar.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFmodScalarGetWorkspaceSize(aclTensor* selfRef,
                                                                       const aclScalar* other,
                                                                       uint64_t* workspaceSize,
                                                                       aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnFmodScalar.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFmodScalar(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FMOD_SCALAR_H_
