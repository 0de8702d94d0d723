// aclnnFusedSgd: a step of stochastic gradient descent for all parameters, in place.
//
//   g = gradsRef[i] / gradScaleOptional
//   d = (maximize ? -g : g) + weightDecay * paramsRef[i]
//   v = isFirstStep ? d : momentum * momentumBufferListOptionalRef[i] + (1 - dampening) * d
//   paramsRef[i] = paramsRef[i] - lr * (nesterov ? d + momentum * v : v)
//   momentumBufferListOptionalRef[i] = v
//   gradsRef[i] = g
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FUSED_SGD_H_
#define OPENACLNN_ACLNNOP_ACLNN_FUSED_SGD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Only momentumBufferListOptionalRef and gradScaleOptional
// may be null, and no tensor of a list (161001).
//
// paramsRef: the parameters. FLOAT16, BFLOAT16 or FLOAT, all of one dtype; rank at most 8.
// gradsRef: the gradients. As many tensors as paramsRef, of their dtype and shapes. They are
// written
//   only if gradScaleOptional is given.
// momentumBufferListOptionalRef: the directions of steps before, of which some stays. As many
//   tensors as paramsRef, of their dtype and shapes; or null, or none.
// gradScaleOptional: what gradients are divided by. FLOAT16, BFLOAT16 or FLOAT, of one element,
//   which is read when the stream runs the operator; or null for 1.
// weightDecay: the share of a parameter that its direction has; not negative.
// momentum: the share of the buffer that stays; not negative. Without buffers it is not looked at.
// lr: the learning rate; not negative.
// dampening: the share of the direction that the buffer does not take; not negative.
// nesterov: whether the step looks ahead by the new buffer. Without buffers it does not.
// maximize: whether the gradient is followed upwards.
// isFirstStep: whether buffers are new, so that they become the direction.
// workspaceSize: receives the bytes of workspace to pass to aclnnFusedSgd; a DOUBLE for
//   each element of a parameter.
// executor: receives the executor.
//
// Without buffers paramsRef[i] becomes paramsRef[i] - lr * d. Everything follows from the elements
// as they are stored, in double. Lists without tensors, and tensors without elements, are no error.
//
// Special values. As IEEE 754 has them in these formulas: a scale of 0 gives infinities or NaN.
// Accuracy: each output is rounded once from double.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFusedSgdGetWorkspaceSize(
    const aclTensorList* paramsRef, const aclTensorList* gradsRef,
    const aclTensorList* momentumBufferListOptionalRef, const aclTensor* gradScaleOptional,
    float weightDecay, float momentum, float lr, float dampening, bool nesterov, bool maximize,
    bool isFirstStep, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFusedSgd(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FUSED_SGD_H_
