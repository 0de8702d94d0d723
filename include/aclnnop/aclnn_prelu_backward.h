// aclnnPreluBackward: the two gradients of prelu(x) = x where x > 0 and w x elsewhere. There is one
// weight w for all elements or one for each channel.
//
//   gradInput     = gradOutput           where self > 0
//                   weight * gradOutput  elsewhere
//   gradWeight[c] = the sum over channel c of  0                  where self > 0
//                                              self * gradOutput  elsewhere
//
// The channel is the index along axis 1 of self; with a single weight all elements are one channel.
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_PRELU_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_PRELU_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of prelu's output. Its shape broadcasts (rule 5) to that of self.
// self: the argument x of prelu. FLOAT16, BFLOAT16 or FLOAT, and the other four tensors have the
//   same dtype; all have at most rank 8.
// weight: one element; or, if self has an axis, as many elements as self has channels. These are
//   its size along axis 1, or 1 if self has one axis only. The shape of weight does not matter, its
//   elements are taken in row-major order.
// gradInput: receives the gradient of self. The shape of self. May be gradOutput or self.
// gradWeight: receives the gradient of weight. If weight has one element, exactly weight's shape;
//   otherwise rank 1 with one element for each channel.
// workspaceSize: receives the bytes of workspace to pass to aclnnPreluBackward. They hold partial
//   sums in double: 8 bytes for each 1024 elements of a row along the last axes, or of all where
//   there is one weight. Where rows are short they are more, but at most 8 for each element of
//   self. In addition, 12 for each weight, and up to 128. 0 only where self has no elements.
// executor: receives the executor.
//
// Special values. 0, -0 and NaN in self are not above 0: they take the second line of both
// formulas. If self has no elements, gradWeight is set to 0, the sum over nothing.
// Accuracy. gradInput: correctly rounded. gradWeight: the products are exact, summed in double in
// an order that follows from the shape alone. The sum is rounded once to the dtype of gradWeight.
// It is within 0.51 ULP of the exact sum, and 2^-40 of the sum of the terms' absolute values.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPreluBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* weight,
    aclTensor* gradInput, aclTensor* gradWeight, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPreluBackward(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_PRELU_BACKWARD_H_
