// aclnnBinaryCrossEntropyBackward: the gradient of aclnnBinaryCrossEntropy with respect to self.
//
//   out = gradOutput w (x - t) / max(x (1 - x), 1e-12) / count
//   count = the number of elements of the result for a mean (reduction 1), else 1
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Only weightOptional may be null (161001).
//
// gradOutput: the gradient with respect to the loss. FLOAT16, BFLOAT16 or FLOAT; broadcasts to
//   self.
// self: the probabilities x. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// target: the targets t; broadcasts to self. FLOAT16, BFLOAT16 or FLOAT.
// weightOptional: the weights w; broadcasts to self. FLOAT16, BFLOAT16 or FLOAT. May be null, which
//   stands for ones.
// reduction: that of the loss: 0 (none), 1 (mean) or 2 (sum).
// out: receives the gradient. Same shape as self; FLOAT16, BFLOAT16 or FLOAT. Shares no memory with
//   the inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnBinaryCrossEntropyBackward;
//   currently 0.
// executor: receives the executor.
//
// Special values. A NaN or an infinity gives what IEEE arithmetic makes of the formula.
// Accuracy: computed in double and rounded once, within 0.51 ULP.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weightOptional, int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBinaryCrossEntropyBackward(void* workspace,
                                                                uint64_t workspaceSize,
                                                                aclOpExecutor* executor,
                                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_BACKWARD_H_
