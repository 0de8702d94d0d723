// aclnnFusedAdamw: a step of AdamW for all parameters of a model, in place.
//
//   g = grads[i] / gradScaleOptional, or the opposite if maximize is true
//   t = stateSteps[i]
//   expAvgsRef[i] = beta1 * expAvgsRef[i] + (1 - beta1) * g
//   expAvgSqsRef[i] = beta2 * expAvgSqsRef[i] + (1 - beta2) * g * g
//   maxExpAvgSqsRef[i] = max(maxExpAvgSqsRef[i], expAvgSqsRef[i])
//   u = expAvgSqsRef[i], or maxExpAvgSqsRef[i] if amsgrad is true
//   paramsRef[i] = paramsRef[i] - lr * weightDecay * paramsRef[i]
//                  - lr * expAvgsRef[i] / (1 - beta1^t) / (sqrt(u / (1 - beta2^t)) + eps)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FUSED_ADAMW_H_
#define OPENACLNN_ACLNNOP_ACLNN_FUSED_ADAMW_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Only maxExpAvgSqsRef, if amsgrad is false,
// gradScaleOptional and foundInfOptional may be null, and no tensor of a list (161001).
//
// paramsRef: the parameters. FLOAT16, BFLOAT16 or FLOAT, all of one dtype; rank at most 8.
// grads: the gradients. As many as paramsRef, each with the dtype and the shape of that of
//   paramsRef.
// expAvgsRef: the means of gradients. As many as paramsRef, each with the dtype and the shape of
//   that of paramsRef.
// expAvgSqsRef: the means of their squares. As many as paramsRef, each with the dtype and the shape
//   of that of paramsRef.
// maxExpAvgSqsRef: the largest expAvgSqsRef of all steps. As many as paramsRef, each with the dtype
//   and the shape of that of paramsRef. May be null, and is not written, if amsgrad is false.
// stateSteps: which step it is for each parameter, from 1 on. As many as paramsRef, INT64 or FLOAT,
//   all of one dtype, each of one element; of several the first counts.
// gradScaleOptional: what gradients are divided by. FLOAT, of one element; null is 1.
// foundInfOptional: if it is 1, nothing changes. FLOAT, of one element; null is 0.
// lr: the learning rate.
// beta1: the share of expAvgsRef that stays.
// beta2: the share of expAvgSqsRef that stays.
// weightDecay: the share of paramsRef that decays, as a factor of lr.
// eps: keeps the divisor above 0.
// amsgrad: whether the largest expAvgSqsRef counts.
// maximize: whether gradients are followed upwards.
// workspaceSize: receives the bytes of workspace to pass to aclnnFusedAdamw.
// executor: receives the executor.
//
// Tensors of one element are read when the stream runs the operator. Everything follows from the
// elements as they are stored, in double: what stands on the left is not rounded before it is used
// below. Lists without tensors, and tensors without elements, are no error.
//
// Special values. As IEEE 754 has them in these formulas.
// Accuracy: each output is rounded once from double.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFusedAdamwGetWorkspaceSize(
    const aclTensorList* paramsRef, const aclTensorList* grads, const aclTensorList* expAvgsRef,
    const aclTensorList* expAvgSqsRef, const aclTensorList* maxExpAvgSqsRef,
    const aclTensorList* stateSteps, const aclTensor* gradScaleOptional,
    const aclTensor* foundInfOptional, double lr, double beta1, double beta2, double weightDecay,
    double eps, bool amsgrad, bool maximize, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFusedAdamw(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FUSED_ADAMW_H_
