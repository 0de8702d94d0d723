// aclnnHardshrinkBackward: the gradient of hardshrink(x), which is 0 where |x| <= lambd and x
// elsewhere.
//
//   gradInput = |self| <= lambd ? +0 : gradOutput
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_HARDSHRINK_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_HARDSHRINK_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of hardshrink's output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// self: the argument of hardshrink. FLOAT16, BFLOAT16 or FLOAT, whatever the dtype of gradOutput.
//   gradOutput and self broadcast.
// lambd: the bound (rule 7), compared in float; one below 0 counts as 0. A NaN lets everything
//   pass.
// gradInput: receives the gradient. FLOAT16, BFLOAT16 or FLOAT, whatever the dtypes of the inputs;
//   of the shape to which they broadcast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnHardshrinkBackward; currently 0.
// executor: receives the executor.
//
// Special values. A blocked element is +0 whatever gradOutput is; one that passes is gradOutput bit
// for bit if their dtypes are the same, the payload of a NaN included. NaN in self passes.
// Accuracy: exact; rounded once where gradInput is narrower.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardshrinkBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclScalar* lambd,
    aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardshrinkBackward(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_HARDSHRINK_BACKWARD_H_
