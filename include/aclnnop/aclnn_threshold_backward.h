// aclnnThresholdBackward: the gradient of threshold, and with 0 of relu.
//
//   out = self <= threshold ? +0 : gradOutput
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_THRESHOLD_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_THRESHOLD_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of the output. FLOAT16, BFLOAT16, FLOAT, INT32, INT8 or UINT8; INT64
//   on Ascend950 with a threshold of 0; rank at most 8.
// self: the argument. Same dtype as gradOutput. gradOutput and self broadcast.
// threshold: any number (rule 7), compared as a float, exactly.
// out: receives the gradient of self. Same dtype, of the shape to which the inputs broadcast. May
//   be an input that has its shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnThresholdBackward; currently 0.
// executor: receives the executor.
//
// Special values. self = threshold is blocked. A blocked element is +0 whatever gradOutput is; one
// that is not is gradOutput bit for bit. NaN in self, and a NaN threshold, block nothing.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnThresholdBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclScalar* threshold, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnThresholdBackward(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor,
                                                       const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_THRESHOLD_BACKWARD_H_
