// aclnnBatchNormElemtBackward: the gradient of aclnnBatchNormElemt by its input.
//
//   n = the sum of counter
//   gradInput = (gradOut - sumDy / n - (input - mean) * invstd^2 * sumDyXmu / n) * invstd * weight
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_ELEMT_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_ELEMT_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but weight may be null (161001).
//
// gradOut: the gradient by output. FLOAT16, BFLOAT16 or FLOAT, as all tensors but counter; they may
//   differ. [N, C, ...], 2 to 8 axes.
// input: the input of the forward pass, in the shape of gradOut.
// mean, invstd: those of the forward pass, [C].
// weight: a factor for each channel, [C]; null means 1.
// sumDy: the sum of gradOut over each channel, [C].
// sumDyXmu: the sum of gradOut * (input - mean) over each channel, [C].
// counter: the elements of a channel, in parts whose sum counts. INT32, FLOAT16 or FLOAT.
// gradInput: receives the gradient, in the shape of input. It may be exactly the view of gradOut or
//   input.
// workspaceSize: receives the bytes of workspace to pass to aclnnBatchNormElemtBackward.
// executor: receives the executor.
//
// Special values. A NaN or an infinity gives what IEEE arithmetic makes of the formula.
// Accuracy: all is computed in double, in an order that the shape alone decides. Each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormElemtBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean,
    const aclTensor* invstd, const aclTensor* weight, const aclTensor* sumDy,
    const aclTensor* sumDyXmu, aclTensor* counter, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormElemtBackward(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_ELEMT_BACKWARD_H_
