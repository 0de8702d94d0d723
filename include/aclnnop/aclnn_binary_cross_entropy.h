// aclnnBinaryCrossEntropy: the cross entropy of probabilities of two classes.
//
//   loss = -w (t log(x) + (1 - t) log(1 - x)), each logarithm at least -100
//   out = loss (reduction 0), the mean of loss (1), or its sum (2)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H_
#define OPENACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Only weight may be null (161001).
//
// self: the probabilities x. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// target: the targets t. Same dtype and shape as self.
// weight: the weights w; broadcasts to self. Same dtype as self. May be null, which stands for
//   ones.
// reduction: 0 (none), 1 (mean) or 2 (sum).
// out: receives the losses, of the shape of self, or where reduction is not 0 the loss, of the
//   shape [] or [1]. Same dtype as self. Shares no memory with the inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnBinaryCrossEntropy; above 0 where
//   losses are added.
// executor: receives the executor.
//
// Special values. Below 0 and above 1 the logarithms are NaN. The mean of no losses is NaN, the sum
// 0.
// Accuracy: losses are computed in double and added in an order that their number alone decides.
// Each result is rounded once: within 0.51 ULP and 2^-40 of the sum of the absolute terms.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBinaryCrossEntropyGetWorkspaceSize(
    const aclTensor* self, const aclTensor* target, const aclTensor* weight, int64_t reduction,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBinaryCrossEntropy(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H_
