// aclnnApplyAdamW: a step of AdamW for one parameter, in place, with its numbers in tensors.
//
//   g = grad, or -grad if maximize is true
//   mRef = beta1 * mRef + (1 - beta1) * g
//   vRef = beta2 * vRef + (1 - beta2) * g * g
//   u = vRef, or max(maxGradNormOptional, vRef) if amsgrad is true
//   varRef = (1 - lr * weightDecay) * varRef
//            - lr * mRef / (1 - beta1Power * beta1) / (sqrt(u / (1 - beta2Power * beta2)) + eps)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_H_
#define OPENACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Only maxGradNormOptional may be null, if amsgrad is
// false (161001).
//
// varRef: the parameter. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// mRef: the mean of gradients. Has the dtype and the shape of varRef.
// vRef: the mean of their squares. Has the dtype and the shape of varRef.
// beta1Power: beta1 to the number of steps before. Has the dtype of varRef and one element.
// beta2Power: beta2 to the number of steps before. Has the dtype of varRef and one element.
// lr: the learning rate. Has the dtype of varRef and one element.
// weightDecay: the share of varRef that decays, as a factor of lr. Has the dtype of varRef and one
//   element.
// beta1: the share of mRef that stays. Has the dtype of varRef and one element.
// beta2: the share of vRef that stays. Has the dtype of varRef and one element.
// eps: keeps the divisor above 0. Has the dtype of varRef and one element.
// grad: the gradient. Has the dtype and the shape of varRef.
// maxGradNormOptional: the largest vRef of the steps before. Has the dtype and the shape of varRef.
//   It is read only if amsgrad is true, and not written.
// amsgrad: whether the largest vRef counts.
// maximize: whether the gradient is followed upwards.
// workspaceSize: receives the bytes of workspace to pass to aclnnApplyAdamW.
// executor: receives the executor.
//
// Numbers are read when the stream runs the operator. Everything follows from the elements as they
// are stored, in double: mRef and vRef in the last two lines are not rounded. The workspace has a
// DOUBLE for each element. In FLOAT16 and BFLOAT16 a beta of 0.999 is near or at 1, and so are its
// powers.
//
// Special values. As IEEE 754 has them in these formulas.
// Accuracy: each output is rounded once from double.
// Products: Ascend910B, Ascend910_93, Ascend950. The vendor's page has the last alone.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyAdamWGetWorkspaceSize(
    aclTensor* varRef, aclTensor* mRef, aclTensor* vRef, const aclTensor* beta1Power,
    const aclTensor* beta2Power, const aclTensor* lr, const aclTensor* weightDecay,
    const aclTensor* beta1, const aclTensor* beta2, const aclTensor* eps, const aclTensor* grad,
    const aclTensor* maxGradNormOptional, bool amsgrad, bool maximize, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyAdamW(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_H_
