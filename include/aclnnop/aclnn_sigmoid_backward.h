// aclnnSigmoidBackward: the gradient of the logistic function, from its output y.
//
//   gradInput = gradOutput * output (1 - output), of complex numbers the conjugate of the factor
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SIGMOID_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_SIGMOID_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of the output y. FLOAT16, BFLOAT16, FLOAT, DOUBLE, COMPLEX64 or
//   COMPLEX128; rank at most 8.
// output: the output y. One of the same dtypes; need not be in [0, 1]. gradOutput and output
//   broadcast.
// gradInput: receives the gradient. One of the same dtypes; complex if an input is. With
//   real inputs the imaginary part is +0. Has the shape to which the inputs broadcast. May be an
//   input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnSigmoidBackward; currently 0.
// executor: receives the executor.
//
// The result is one of double if an input is DOUBLE or COMPLEX128, else of float, which a wider
// gradInput holds. With complex inputs, y = a + bi, it is gradOutput times
// a (1 - a) + b^2 - i b (1 - 2a), computed in double by the parts.
//
// Special values. output = 0 or 1 gives 0 * gradOutput, output = inf or -inf gives gradOutput *
// -inf. NaN gives NaN. Infinities of complex numbers are not recovered from the NaNs that they
// make.
// Accuracy: correctly rounded up to 0.0001 ULP; within 2 ULP in DOUBLE. Each part of
// a complex number is within 2^-22 |gradOutput| |y| |1 - y|, of COMPLEX128 within 2^-50 of that.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSigmoidBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                                     const aclTensor* output,
                                                                     aclTensor* gradInput,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSigmoidBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor,
                                                     const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SIGMOID_BACKWARD_H_
