// aclnnBinaryCrossEntropyWithLogitsTargetBackward: the gradient of the binary cross entropy, of
// logits x and targets t, with respect to the targets.
//
//   loss       = -weight * (posWeight * target * log s(self) + (1 - target) * log s(-self))
//   gradTarget = gradOutput * weight * v / count
//   v          = log s(-self) - posWeight * log s(self)
//
// where s(x) = 1 / (1 + exp(-x)), and count is the number of elements of self if the loss is their
// mean, else 1. v does not depend on the target, and is -self where posWeight is 1.
//
// The general rules are in aclnnop/conventions.h; unlike there, formats count.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but weightOptional and posWeightOptional may be
// null (161001). No tensor has more than 8 axes. Each input is FLOAT16, BFLOAT16 or FLOAT, whatever
// the others are, and is taken as it is.
//
// gradOutput: the gradient of the loss. Broadcasts (rule 5) to exactly the shape of self; mostly
//   one element where the loss is a mean or a sum.
// self: the logits x.
// target: the targets. Same shape and storage format as self. It is not read, and its address may
//   be null.
// weightOptional: a weight for each element. Broadcasts to exactly the shape of self; null means 1.
// posWeightOptional: a weight for the positive part of the loss, mostly one for each class.
//   Broadcasts to exactly the shape of self; null means 1.
// reduction: what the loss is of the elements' losses: 0 these themselves, 1 their mean, 2 their
//   sum. gradTarget is not reduced.
// gradTarget: receives the gradient of target. Same dtype and storage format as target, same shape
//   as self. May be an input of its dtype.
// workspaceSize: receives the bytes of workspace to pass to the second phase; currently 0.
// executor: receives the executor.
//
// Special values. self = inf gives v = -inf, self = -inf gives v = posWeight * inf, and a weight or
// gradOutput of 0 then NaN. An infinite posWeight gives v = posWeight, NaN at self = inf. NaN in
// any input but target gives NaN.
// Accuracy: without posWeight or where it is 1, correctly rounded except for rare near-ties.
// Elsewhere within 1 ULP of gradTarget, and 2^-48 of gradOutput * weight / count times the sum of
// |self| max(1, |posWeight|) and |posWeight - 1| log(1 + exp(-|self|)), as v may be near 0.
// Products: Ascend910B and Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weightOptional, const aclTensor* posWeightOptional, int64_t reduction,
    aclTensor* gradTarget, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackward(
    void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_
