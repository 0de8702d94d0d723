// aclnnRemainderTensorTensor, aclnnRemainderTensorScalar, aclnnRemainderScalarTensor: what a
// division leaves, with the sign of the divisor; and the first two in place.
//
//   out = self - other * floor(self / other)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_REMAINDER_H_
#define OPENACLNN_ACLNNOP_ACLNN_REMAINDER_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// other: the divisor. One of the same dtypes. self and other promote (rule 6) to FLOAT16, BFLOAT16,
//   FLOAT, DOUBLE, INT32 or INT64, and broadcast (rule 5).
// out: receives the remainder. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or
//   INT64: of integers only if the operands promote to integers; of the shape to which they
//   broadcast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnRemainderTensorTensor; currently
//   0.
// executor: receives the executor.
//
// Special values. An infinite x and a division by 0 give NaN; by an infinity x stays, or becomes
// that if it has the other sign. A remainder of 0 has the sign of x. For integers the remainder by
// 0 is x.
// Accuracy: floats are rounded once from the exact remainder, integers are exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRemainderTensorTensorGetWorkspaceSize(
    const aclTensor* self, const aclTensor* other, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRemainderTensorTensor(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the dividend, which the result replaces. As self and out of aclnnRemainderTensorTensor.
// other: as for aclnnRemainderTensorTensor; broadcasts to the shape of selfRef.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceRemainderTensorTensor;
//   currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnRemainderTensorTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRemainderTensorTensorGetWorkspaceSize(
    aclTensor* selfRef, const aclTensor* other, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnRemainderTensorTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRemainderTensorTensor(void* workspace,
                                                                  uint64_t workspaceSize,
                                                                  aclOpExecutor* executor,
                                                                  aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// other: the divisor. self and it promote as a tensor and a scalar (rule 6) to FLOAT16, BFLOAT16,
//   FLOAT, DOUBLE, INT32 or INT64.
// out: receives the remainder. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or
//   INT64: of integers only if self and other promote to integers; of the shape of self. May be
//   self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnRemainderTensorScalar; currently
//   0.
// executor: receives the executor.
//
// Special values. Those of aclnnRemainderTensorTensor.
// Accuracy: that of aclnnRemainderTensorTensor.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRemainderTensorScalarGetWorkspaceSize(
    const aclTensor* self, const aclScalar* other, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnRemainderTensorTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRemainderTensorScalar(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the dividend, which the result replaces. As self and out of aclnnRemainderTensorScalar.
// other: as for aclnnRemainderTensorScalar.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceRemainderTensorScalar;
//   currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnRemainderTensorScalar.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRemainderTensorScalarGetWorkspaceSize(
    aclTensor* selfRef, const aclScalar* other, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnRemainderTensorTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRemainderTensorScalar(void* workspace,
                                                                  uint64_t workspaceSize,
                                                                  aclOpExecutor* executor,
                                                                  aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend, one number for all elements.
// other: the divisors. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8. They and self promote as a tensor and a scalar (rule 6) to FLOAT16, BFLOAT16,
//   FLOAT, DOUBLE, INT32 or INT64.
// out: receives the remainder. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or
//   INT64: of integers only if self and other promote to integers; of the shape of other. May be
//   other if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnRemainderScalarTensor; currently
//   0.
// executor: receives the executor.
//
// Special values. Those of aclnnRemainderTensorTensor.
// Accuracy: that of aclnnRemainderTensorTensor.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRemainderScalarTensorGetWorkspaceSize(
    const aclScalar* self, const aclTensor* other, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnRemainderTensorTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRemainderScalarTensor(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_REMAINDER_H_
