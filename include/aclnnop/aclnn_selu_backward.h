// aclnnSeluBackward: the gradient of selu, from its result.
//
//   gradInput = result > 0 ? gradOutput * S : gradOutput * (result + A)
//
// with S = 1.0507009873554804934193349852946 and A = 1.7580993408473768599402175208123.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SELU_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_SELU_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of selu's output. FLOAT16, BFLOAT16, FLOAT, INT32 or INT8; of any rank.
// result: what selu gave. Same dtype and shape as gradOutput.
// gradInput: receives the gradient. Same dtype and shape as gradOutput. May be an input.
// workspaceSize: receives the bytes of workspace to pass to aclnnSeluBackward; currently 0.
// executor: receives the executor.
//
// Special values. result = 0 and -0 take A, NaN takes S; results below -A change the sign. Of
// integers the exact value is rounded to the nearest, to even if there are two; values beyond the
// dtype become its ends.
// Accuracy: correctly rounded.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSeluBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                                  const aclTensor* result,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnSeluBackward(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SELU_BACKWARD_H_
