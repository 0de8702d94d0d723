// aclnnEluBackward: the gradient of elu, from its argument x or its result y.
//
//   gradInput = gradOutput * scale                                           where it is positive
//               gradOutput * inputScale * alpha * scale * exp(inputScale * x)  elsewhere, from x
//               gradOutput * inputScale * (y + alpha * scale)                  elsewhere, from y
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ELU_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_ELU_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of elu's output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// alpha, scale, inputScale: those of elu, any numbers (rule 7); alpha not below 0 if isResult is
//   true.
// isResult: whether selfOrResult is the result of elu.
// selfOrResult: the argument of elu, or its result. Same dtype and shape as gradOutput.
// gradInput: receives the gradient. FLOAT16, BFLOAT16, FLOAT, DOUBLE, COMPLEX64 or COMPLEX128, with
//   an imaginary part of +0; same shape as gradOutput. May be an input if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnEluBackward; currently 0.
// executor: receives the executor.
//
// The result is computed in float; a wider gradInput holds the float. Products of scalars, and
// inputScale * x, are not rounded to float.
//
// Special values. NaN in selfOrResult counts as positive. x = -inf makes the exponential 0 where
// inputScale is positive, inf where it is negative, NaN where it is 0; at every other x it is
// positive, however small: an infinite gradOutput gives an infinity. Results y below -alpha * scale
// change the sign of the gradient.
// Accuracy: within 1 ULP in FLOAT, from which FLOAT16 and BFLOAT16 are rounded; correctly rounded
// where selfOrResult is positive or isResult is true.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEluBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclScalar* alpha, const aclScalar* scale,
    const aclScalar* inputScale, bool isResult, const aclTensor* selfOrResult, aclTensor* gradInput,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEluBackward(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ELU_BACKWARD_H_
