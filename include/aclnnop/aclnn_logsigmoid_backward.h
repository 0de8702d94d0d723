// aclnnLogSigmoidBackward: the gradient of the logarithm of the sigmoid.
//
//   gradInput = gradOutput / (1 + exp(self))
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOGSIGMOID_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOGSIGMOID_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of the output. FLOAT16, BFLOAT16 or FLOAT; of any rank.
// self: the argument x of the forward function. Same dtype and shape as gradOutput.
// buffer: any live tensor. It is not read.
// gradInput: receives the gradient. Same dtype and shape as gradOutput. May be gradOutput or self.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogSigmoidBackward; currently 0.
// executor: receives the executor.
//
// Special values. self = -inf gives gradOutput, self = inf gives 0 * gradOutput: a zero, NaN if
// gradOutput is inf. NaN gives NaN.
// Accuracy: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSigmoidBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* buffer,
    aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSigmoidBackward(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOGSIGMOID_BACKWARD_H_
