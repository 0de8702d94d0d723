// aclnnCdistBackward: the gradient of aclnnCdist by x1.
//
//   out[..., i, k] = the sum over j of grad[..., i, j] * slope, d = x1[..., i, k] - x2[..., j, k]
//
//   p = 0        slope = 0
//   p = 1        slope = sign(d)
//   p = inf      slope = sign(d) if |d| = cdist[..., i, j], else 0
//   else         slope = sign(d) (|d| / cdist[..., i, j])^(p - 1); 0 where cdist is 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CDIST_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_CDIST_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// grad: the gradient of each distance, [..., P, R]. FLOAT16, BFLOAT16 or FLOAT; 2 to 7 axes.
// x1: the rows i, [..., P, M]. Same dtype; as many axes as grad, and those before the last two are
//   those of grad.
// x2: the rows j, [..., R, M]. Same dtype; as many axes, of which those before the last two
//   broadcast to those of x1.
// cdist: the distances, as aclnnCdist gives them. Same dtype and shape as grad.
// p: the power, 0 or more; inf or -1 for the largest difference.
// out: receives the gradient. Same dtype and shape as x1. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnCdistBackward; currently that of
//   x1 and x2 as DOUBLEs.
// executor: receives the executor.
//
// Special values. For p below 1 a difference of 0 has the slope 0. Without rows j the gradient is
// 0.
// Accuracy: terms and sums are DOUBLEs, in an order that R alone decides, and results are rounded
// once: within 0.51 ULP and 2^-40 of the sum of the absolute terms.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCdistBackwardGetWorkspaceSize(
    const aclTensor* grad, const aclTensor* x1, const aclTensor* x2, const aclTensor* cdist,
    float p, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCdistBackward(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CDIST_BACKWARD_H_
