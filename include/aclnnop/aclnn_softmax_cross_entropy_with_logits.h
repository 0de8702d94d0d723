// aclnnSoftmaxCrossEntropyWithLogits: the cross entropy of labels and softmax(features), and its
// gradient.
//
//   loss_n      = sum over j of labels_nj (log(sum over k of exp(features_nk)) - features_nj)
//   backprop_nj = softmax(features)_nj - labels_nj  along the rows of features
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SOFTMAX_CROSS_ENTROPY_WITH_LOGITS_H_
#define OPENACLNN_ACLNNOP_ACLNN_SOFTMAX_CROSS_ENTROPY_WITH_LOGITS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// features: the logits. FLOAT16, BFLOAT16 or FLOAT; of shape [N, C].
// labels: a weight for each class. Same dtype and shape as features. Neither need they be positive,
//   nor add up to 1. It is only read.
// loss: receives the loss of each row. Same dtype as features; of shape [N]. +0 where C is 0.
// backprop: receives the gradient. Same dtype and shape as features. May be features or labels.
// workspaceSize: receives the bytes of workspace to pass to aclnnSoftmaxCrossEntropyWithLogits;
// above 0 for long rows. executor: receives the executor.
//
// Special values, by row. A row of features that has NaN or inf, or nothing but -inf, gives NaN in
// loss and in all of backprop. A feature of -inf with a label of 0 makes the loss NaN (0 * inf).
// Labels that are infinite or NaN count as the formulas say.
// Accuracy in FLOAT: loss within 1 ULP + 2^-48 times the sum of the absolute terms; backprop within
// 1 ULP + 2^-48 times the absolute label. FLOAT16 and BFLOAT16 are rounded from such values.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize(
    const aclTensor* features, aclTensor* labels, aclTensor* loss, aclTensor* backprop,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftmaxCrossEntropyWithLogits(void* workspace,
                                                                   uint64_t workspaceSize,
                                                                   aclOpExecutor* executor,
                                                                   const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SOFTMAX_CROSS_ENTROPY_WITH_LOGITS_H_
