// aclnnAdaptiveAvgPool3dBackward: the gradient of aclnnAdaptiveAvgPool3d.
//
//   out = the sum of gradOutput of its parts over their sizes
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradients by the results of aclnnAdaptiveAvgPool3d, in their shape. FLOAT16,
//   BFLOAT16 or FLOAT.
// self: the tensor that was pooled: only its dtype, that of gradOutput, and its shape count.
// out: receives the gradients. Same dtype as gradOutput; same shape as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnAdaptiveAvgPool3dBackward; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Part i of n along an axis of s elements begins at i s / n, rounded down. It ends before (i + 1) s
// / n, rounded up. Special values. A sum with inf or NaN is what IEEE arithmetic says. Order of
// sums: along depth and height first, then along the width, in double. Accuracy: sums are in double
// and rounded once. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAdaptiveAvgPool3dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAdaptiveAvgPool3dBackward(void* workspace,
                                                               uint64_t workspaceSize,
                                                               aclOpExecutor* executor,
                                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_BACKWARD_H_
