// aclnnAddRelu: relu of a sum; and the same in place.
//
//   out = max(self + alpha * other, 0)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADD_RELU_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADD_RELU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first summand. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32 or INT64; rank at
//   most 8.
// other: the second summand. One of the same dtypes. self and other promote (rule 6) and broadcast
//   (rule 5).
// alpha: the factor of other (rule 7); no float where self and other promote to an integer.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64,
//   of integers only if self and other are; of the shape to which they broadcast. May be an input
//   that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddRelu; currently 0.
// executor: receives the executor.
//
// Where self and other promote to a float, the sum is rounded once, to float, and then to the dtype
// of out; integers are rounded to float first. Where they promote to an integer, sum and product
// are of that dtype, modulo 2 to the power of its bits. Narrower integers of out get the low bits.
//
// Special values. NaN gives NaN, -0 gives +0.
// Accuracy: the sum is correctly rounded to FLOAT; integers are exact.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddReluGetWorkspaceSize(const aclTensor* self,
                                                             const aclTensor* other,
                                                             aclScalar* alpha, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddRelu(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the first summand, which the result replaces. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8,
//   INT16, INT32 or INT64; of the shape to which it and other broadcast, rank at most 8.
// other, alpha: as for aclnnAddRelu.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceAddRelu; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnAddRelu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddReluGetWorkspaceSize(aclTensor* selfRef,
                                                                    const aclTensor* other,
                                                                    aclScalar* alpha,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnAddRelu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddRelu(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADD_RELU_H_
