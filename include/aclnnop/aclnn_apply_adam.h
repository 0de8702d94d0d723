// aclnnApplyAdam: a step of Adam for one parameter, in place, with its numbers in tensors.
//
//   rate = lr * sqrt(1 - beta2Power) / (1 - beta1Power)
//   m = beta1 * m + (1 - beta1) * grad
//   v = beta2 * v + (1 - beta2) * grad * grad
//   d = m, or beta1 * m + (1 - beta1) * grad if useNesterov is true
//   varRef = varRef - rate * d / (sqrt(v) + epsilon)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_APPLY_ADAM_H_
#define OPENACLNN_ACLNNOP_ACLNN_APPLY_ADAM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// varRef: the parameter. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// m: the mean of gradients, which is replaced, too. Has the dtype and the shape of varRef.
// v: the mean of their squares, which is replaced, too. Has the dtype and the shape of varRef.
// beta1Power: beta1 to the number of this step. FLOAT, of one element.
// beta2Power: beta2 to the number of this step. FLOAT, of one element.
// lr: the learning rate. FLOAT, of one element.
// beta1: the share of m that stays. FLOAT, of one element.
// beta2: the share of v that stays. FLOAT, of one element.
// epsilon: keeps the divisor above 0. FLOAT, of one element.
// grad: the gradient. Has the dtype and the shape of varRef.
// useLocking: not looked at: no step of another call is in between.
// useNesterov: whether the gradient counts once more.
// workspaceSize: receives the bytes of workspace to pass to aclnnApplyAdam.
// executor: receives the executor.
//
// Numbers are read when the stream runs the operator. Everything follows from the elements as they
// are stored, in double: m and v in the last two lines are not rounded. The workspace has a DOUBLE
// for each element.
//
// Special values. As IEEE 754 has them in these formulas.
// Accuracy: each output is rounded once from double.
// Products: Ascend910B, Ascend910_93, Ascend950. The vendor's page has the last alone.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyAdamGetWorkspaceSize(
    aclTensor* varRef, const aclTensor* m, const aclTensor* v, const aclTensor* beta1Power,
    const aclTensor* beta2Power, const aclTensor* lr, const aclTensor* beta1,
    const aclTensor* beta2, const aclTensor* epsilon, const aclTensor* grad, bool useLocking,
    bool useNesterov, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyAdam(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_APPLY_ADAM_H_
