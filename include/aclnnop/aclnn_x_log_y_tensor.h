// aclnnXLogYTensor: a tensor times the logarithm of another; and the same in place.
//
//   out = self * log(other), 0 where self is 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_X_LOG_Y_TENSOR_H_
#define OPENACLNN_ACLNNOP_ACLNN_X_LOG_Y_TENSOR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the factor. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64 or BOOL; rank at
//   most 8.
// other: what the logarithm is of. One of the same dtypes. self and other promote (rule 6) and
//   broadcast (rule 5).
// out: receives the product. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape to which they
//   broadcast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnXLogYTensor; currently 0.
// executor: receives the executor.
//
// Integers and BOOL are read as the numbers that they are, exactly up to 2^53; with a DOUBLE out
// they are computed with in double. Other results in DOUBLE are those in FLOAT.
//
// Special values. A self that is 0 gives 0, unless other is NaN. NaN in either gives NaN, and so
// does an other below 0 beside other numbers. An other that is 0 counts as -inf.
// Accuracy: within 0.501 ULP in FLOAT and 2 ULP in DOUBLE; results in FLOAT16 and BFLOAT16 are
// correctly rounded from operands of their dtype.
// Products: Ascend310P, Ascend910, Ascend910B and Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnXLogYTensorGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnXLogYTensor(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the factor, which the product replaces. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// other: what the logarithm is of. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64 or
//   BOOL; broadcasts to the shape of selfRef (rule 5).
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceXLogYTensor; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnXLogYTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceXLogYTensorGetWorkspaceSize(aclTensor* selfRef,
                                                                        const aclTensor* other,
                                                                        uint64_t* workspaceSize,
                                                                        aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnXLogYTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceXLogYTensor(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_X_LOG_Y_TENSOR_H_
