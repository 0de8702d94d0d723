// aclnnHardsigmoidBackward: the gradient of hardsigmoid(x), which is (x + 3) / 6 between -3 and 3
// and constant elsewhere.
//
//   out = -3 < self < 3 ? gradOutput / 6 : +0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_HARDSIGMOID_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_HARDSIGMOID_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of hardsigmoid's output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// self: the argument of hardsigmoid. FLOAT16, BFLOAT16 or FLOAT, whatever the dtype of gradOutput;
//   same shape.
// out: receives the gradient of self. FLOAT16, BFLOAT16, FLOAT, DOUBLE, COMPLEX64 or COMPLEX128,
//   with an imaginary part of +0; same shape as self. May be an input that has its dtype. A wider
//   out holds the float.
// workspaceSize: receives the bytes of workspace to pass to aclnnHardsigmoidBackward; currently 0.
// executor: receives the executor.
//
// Special values. Where self is -3, 3, beyond them or NaN, out is +0 whatever gradOutput is.
// Accuracy: correctly rounded.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardsigmoidBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardsigmoidBackward(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_HARDSIGMOID_BACKWARD_H_
