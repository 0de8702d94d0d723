// aclnnApplyAdamWV2: a step of AdamW for one parameter, in place.
//
//   t = step + 1
//   g = grad, or -grad if maximize is true
//   mRef = beta1 * mRef + (1 - beta1) * g
//   vRef = beta2 * vRef + (1 - beta2) * g * g
//   maxGradNormOptionalRef = max(maxGradNormOptionalRef, vRef)
//   u = vRef, or maxGradNormOptionalRef if amsgrad is true
//   varRef = varRef - lr * weightDecay * varRef
//            - lr * mRef / (1 - beta1^t) / (sqrt(u / (1 - beta2^t)) + eps)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Only maxGradNormOptionalRef may be null, if amsgrad is
// false (161001).
//
// varRef: the parameter. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// mRef: the mean of gradients. Has the dtype and the shape of varRef.
// vRef: the mean of their squares. Has the dtype and the shape of varRef.
// maxGradNormOptionalRef: the largest vRef of all steps. Has the dtype and the shape of varRef. May
//   be null, and is not written, if amsgrad is false.
// grad: the gradient. Has the dtype and the shape of varRef.
// step: how many steps there were before. INT64 or FLOAT, of one element, which is read when the
//   stream runs the operator.
// lr: the learning rate.
// beta1: the share of mRef that stays.
// beta2: the share of vRef that stays.
// weightDecay: the share of varRef that decays, as a factor of lr.
// eps: keeps the divisor above 0.
// amsgrad: whether the largest vRef counts.
// maximize: whether the gradient is followed upwards.
// workspaceSize: receives the bytes of workspace to pass to aclnnApplyAdamWV2.
// executor: receives the executor.
//
// Everything follows from the elements as they are stored, in double: mRef and vRef in the last two
// lines are not rounded. The workspace has a DOUBLE for each element.
//
// Special values. As IEEE 754 has them in these formulas.
// Accuracy: each output is rounded once from double.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyAdamWV2GetWorkspaceSize(
    aclTensor* varRef, aclTensor* mRef, aclTensor* vRef, aclTensor* maxGradNormOptionalRef,
    const aclTensor* grad, const aclTensor* step, float lr, float beta1, float beta2,
    float weightDecay, float eps, bool amsgrad, bool maximize, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyAdamWV2(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_V2_H_
