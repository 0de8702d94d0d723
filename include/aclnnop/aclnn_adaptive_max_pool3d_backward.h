// aclnnAdaptiveMaxPool3dBackward: the gradient of aclnnAdaptiveMaxPool3d.
//
//   gradInput = the sum of gradOutput where indices name the element, 0 elsewhere
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradients by the results of aclnnAdaptiveMaxPool3d, in their shape. FLOAT16,
//   BFLOAT16 or FLOAT.
// self: the tensor that was pooled: only its dtype, that of gradOutput, and its shape count.
// indices: what aclnnAdaptiveMaxPool3d gave. INT32 or INT64; same shape as gradOutput.
// gradInput: receives the gradients. Same dtype as gradOutput; same shape as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnAdaptiveMaxPool3dBackward; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written.
// Accuracy: gradients of one element are added in double, in row-major order, and rounded once.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAdaptiveMaxPool3dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAdaptiveMaxPool3dBackward(void* workspace,
                                                               uint64_t workspaceSize,
                                                               aclOpExecutor* executor,
                                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_BACKWARD_H_
