// aclnnLeakyReluBackward: the gradient of leaky relu.
//
//   out = self > 0 ? gradOutput : negativeSlope * gradOutput
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of leaky relu's output. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at most
//   8.
// self: the argument of leaky relu, or its output. One of the same dtypes. gradOutput and self
//   broadcast.
// negativeSlope: the factor, any number (rule 7); not below 0 if selfIsResult is true.
// selfIsResult: whether self is the output of leaky relu. Makes no other difference.
// out: receives the gradient. FLOAT16, BFLOAT16, FLOAT, DOUBLE, COMPLEX64 or COMPLEX128, with an
//   imaginary part of +0; of the shape to which the inputs broadcast. May be an input that has its
//   dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnLeakyReluBackward; currently 0.
// executor: receives the executor.
//
// The result is computed in double if gradOutput or self is DOUBLE, else in float; a wider out
// holds the float.
//
// Special values. self = 0, -0 and NaN give the product, in which 0 * inf is NaN. A slope of NaN,
// or of -0, counts as not below 0.
// Accuracy: correctly rounded; exact where self is positive.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLeakyReluBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclScalar* negativeSlope,
    bool selfIsResult, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLeakyReluBackward(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H_
