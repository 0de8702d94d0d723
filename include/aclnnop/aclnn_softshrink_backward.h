// aclnnSoftshrinkBackward: the gradient of softshrink(x), which is 0 where |x| <= lambda and x less
// lambda, with its sign, elsewhere.
//
//   gradInput = |self| <= lambda ? +0 : gradOutput
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SOFTSHRINK_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_SOFTSHRINK_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of softshrink's output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// self: the argument of softshrink. FLOAT16, BFLOAT16 or FLOAT, whatever the dtype of gradOutput.
//   gradOutput and self broadcast.
// lambda: the bound (rule 7), not below 0, compared in float. A NaN lets everything pass.
// gradInput: receives the gradient. Has the dtype to which gradOutput and self promote, and the
//   shape to which they broadcast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnSoftshrinkBackward; currently 0.
// executor: receives the executor.
//
// Special values. A blocked element is +0 whatever gradOutput is; one that passes is gradOutput bit
// for bit if their dtypes are the same, the payload of a NaN included. NaN in self passes.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftshrinkBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclScalar* lambda,
    aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftshrinkBackward(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SOFTSHRINK_BACKWARD_H_
