// aclnnLeakyRelu: x where it is positive, a multiple of it elsewhere; and the same in place.
//
//   out = self > 0 ? self : negativeSlope * self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LEAKY_RELU_H_
#define OPENACLNN_ACLNNOP_ACLNN_LEAKY_RELU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at most 8.
// negativeSlope: the factor, any number (rule 7).
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE, whatever the dtype of self; same
//   shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnLeakyRelu; currently 0.
// executor: receives the executor.
//
// The result is computed in double if self is DOUBLE, else in float; a wider out holds the float.
//
// Special values. Zeros and NaN are multiplied: a slope of 0 and -inf give NaN, a slope of inf or
// -inf and a zero too. A NaN slope gives NaN where self is not positive.
// Accuracy: correctly rounded; exact where self is positive.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLeakyReluGetWorkspaceSize(const aclTensor* self,
                                                               const aclScalar* negativeSlope,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnLeakyRelu(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at
//   most 8.
// negativeSlope: the factor, any number (rule 7).
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceLeakyRelu; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnLeakyRelu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLeakyReluGetWorkspaceSize(
    aclTensor* selfRef, const aclScalar* negativeSlope, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnLeakyRelu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLeakyRelu(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LEAKY_RELU_H_
