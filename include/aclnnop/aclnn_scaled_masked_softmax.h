// aclnnScaledMaskedSoftmax: softmax of scores that are scaled and masked.
//
//   y = softmax(s) along the last axis, where s = -10000 where mask is true, scale * x elsewhere
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_H_
#define OPENACLNN_ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: the scores, [B, N, S1, S2]. FLOAT16, BFLOAT16 or FLOAT. S2 is from 1 to 4096.
// mask: where scores do not count, [B, N, S1, S2], with 1 in the place of B, N or both. BOOL.
// scale: the factor of the scores.
// fixedTriuMask: must be false, as no other mask than the given one is known (161002).
// y: receives the result. Same dtype and shape as x. May be x.
// workspaceSize: receives the bytes of workspace to pass to aclnnScaledMaskedSoftmax; currently
//   that of x as DOUBLEs.
// executor: receives the executor.
//
// Special values. A row that is masked as a whole has equal elements, 1 / S2. A NaN, or a score of
// inf, makes its row NaN.
// Accuracy: scores, exponentials and sums are DOUBLEs, and results are rounded once: within 0.51
// ULP.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScaledMaskedSoftmaxGetWorkspaceSize(
    const aclTensor* x, const aclTensor* mask, double scale, bool fixedTriuMask, aclTensor* y,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnScaledMaskedSoftmax(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_H_
