// aclnnTanhBackward: the gradient of the hyperbolic tangent, from its output y.
//
//   gradInput = gradOutput * (1 - output^2)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_TANH_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_TANH_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of the output y. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at most 8.
// output: the output y. Same dtype as gradOutput; need not be in [-1, 1]; rank at most 8.
//   gradOutput and output broadcast (rule 5).
// gradInput: receives the gradient. Same dtype; of the shape to which the inputs broadcast. May be
//   an input that has its shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnTanhBackward; currently 0.
// executor: receives the executor.
//
// Special values. output = 1 or -1 gives 0 * gradOutput, output = inf or -inf gives gradOutput *
// -inf. NaN gives NaN.
// Accuracy: correctly rounded up to 0.0001 ULP; within 2 ULP in DOUBLE.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTanhBackwardGetWorkspaceSize(const aclTensor* gradOutput,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnTanhBackward(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor,
                                                  const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_TANH_BACKWARD_H_
