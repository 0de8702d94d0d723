// aclnnScaledMaskedSoftmaxBackward: the gradient of aclnnScaledMaskedSoftmax by its scores.
//
//   out = 0 where mask is true, else scale * y * (gradOutput - the sum of gradOutput * y along the
//         last axis)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of y, [B, N, S1, S2]. FLOAT16, BFLOAT16 or FLOAT. S2 is from 1 to 4096.
// y: the result of softmax. Same dtype and shape.
// mask: where scores do not count, [B, N, S1, S2], with 1 in the place of B, N or both. BOOL.
// scale: the factor of the scores.
// fixTriuMask: must be false, as no other mask than the given one is known (161002).
// out: receives the gradient. Same dtype and shape. May be gradOutput or y.
// workspaceSize: receives the bytes of workspace to pass to aclnnScaledMaskedSoftmaxBackward;
//   currently that of the products as DOUBLEs.
// executor: receives the executor.
//
// Special values. What is masked is +0, whatever the gradient is. A NaN elsewhere makes its row
// NaN.
// Accuracy: products are exact in DOUBLE, sums are of DOUBLEs, and results are rounded once. They
// are within 0.51 ULP and 2^-40 of the sum of the absolute terms.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScaledMaskedSoftmaxBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* y, const aclTensor* mask, double scale,
    bool fixTriuMask, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScaledMaskedSoftmaxBackward(void* workspace,
                                                                 uint64_t workspaceSize,
                                                                 aclOpExecutor* executor,
                                                                 const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H_
