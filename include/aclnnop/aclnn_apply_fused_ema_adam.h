// aclnnApplyFusedEmaAdam: a step of Adam or AdamW for one parameter, in place, and a moving average
// of the parameter.
//
//   g = grad + weightDecay * varRef in mode 0, grad in mode 1
//   mRef = beta1 * mRef + (1 - beta1) * g
//   vRef = beta2 * vRef + (1 - beta2) * g * g
//   c1 = 1 - beta1^step and c2 = 1 - beta2^step, or both 1 if biasCorrection is false
//   u = mRef / c1 / (sqrt(vRef / c2) + eps)
//   varRef = varRef - lr * u, in mode 1 less lr * weightDecay * varRef
//   sRef = emaDecay * sRef + (1 - emaDecay) * varRef
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_APPLY_FUSED_EMA_ADAM_H_
#define OPENACLNN_ACLNNOP_ACLNN_APPLY_FUSED_EMA_ADAM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// grad: the gradient. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// varRef: the parameter. Has the dtype and the shape of grad.
// mRef: the mean of gradients. Has the dtype and the shape of grad.
// vRef: the mean of their squares. Has the dtype and the shape of grad.
// sRef: the moving average of varRef. Has the dtype and the shape of grad.
// step: which step it is, from 1 on. INT64, of one element, which is read when the stream runs the
//   operator; of several the first counts.
// lr: the learning rate.
// emaDecay: the share of sRef that stays.
// beta1: the share of mRef that stays.
// beta2: the share of vRef that stays.
// eps: keeps the divisor above 0.
// mode: 0: the decay is part of the gradient. 1: the parameter itself decays.
// biasCorrection: whether the means of the first steps are made larger.
// weightDecay: how much varRef decays.
// workspaceSize: receives the bytes of workspace to pass to aclnnApplyFusedEmaAdam.
// executor: receives the executor.
//
// Everything follows from the elements as they are stored, in double: what stands on the left is
// not rounded before it is used below. The workspace has up to two DOUBLE for each element.
//
// Special values. As IEEE 754 has them in these formulas.
// Accuracy: each output is rounded once from double.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyFusedEmaAdamGetWorkspaceSize(
    const aclTensor* grad, aclTensor* varRef, aclTensor* mRef, aclTensor* vRef, aclTensor* sRef,
    const aclTensor* step, double lr, double emaDecay, double beta1, double beta2, double eps,
    int64_t mode, bool biasCorrection, double weightDecay, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyFusedEmaAdam(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_APPLY_FUSED_EMA_ADAM_H_
