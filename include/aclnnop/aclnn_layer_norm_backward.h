// aclnnLayerNormBackward: the gradients of aclnnLayerNorm.
//
//   x' = (input - mean) * rstd, g = gradOut * weightOptional, N the elements of a row
//   gradInputOut = (g - (the sum of g over the row + x' * the sum of g * x' over the row) / N) *
//   rstd gradWeightOut = the sum of gradOut * x' over all rows gradBiasOut = the sum of gradOut
//   over all rows
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Those that are not Optional may not be null (161001),
// and neither may an output whose element of outputMask is true.
//
// gradOut: the gradient of the result, [A1, ..., Ai, R1, ..., Rj], the dtype of input.
// input: what was normalised, in the same shape; FLOAT16, BFLOAT16 or FLOAT, up to 8 axes.
// normalizedShape: [R1, ..., Rj], the sizes of the last axes, at least one.
// mean, rstd: those that aclnnLayerNorm gave, one for each row, in one shape of as many elements.
//   FLOAT16, BFLOAT16 or FLOAT.
// weightOptional: that of aclnnLayerNorm, in the shape of normalizedShape; null means 1. FLOAT, or
//   the dtype of input.
// biasOptional: its shape is checked, and its elements do not count; may be null.
// outputMask: three elements, which say whether gradInputOut, gradWeightOut and gradBiasOut are
//   computed. What is not computed is left as it is, and may be null.
// gradInputOut: receives the gradient of input, in its shape. FLOAT16, BFLOAT16 or FLOAT. It may be
//   exactly the view of gradOut or of input.
// gradWeightOut, gradBiasOut: receive the gradients of the weight and the bias, with as many
//   elements as a row has. One of the same dtypes.
// workspaceSize: receives the bytes of workspace to pass to aclnnLayerNormBackward.
// executor: receives the executor.
//
// Special values. Sums over no rows are 0.
// Accuracy: all is computed in double from mean and rstd as they are given, in an order that the
// shape alone decides, and each result is rounded once: within 0.51 ULP and 2^-40 of its absolute
// terms. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLayerNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclIntArray* normalizedShape,
    const aclTensor* mean, const aclTensor* rstd, const aclTensor* weightOptional,
    const aclTensor* biasOptional, const aclBoolArray* outputMask, aclTensor* gradInputOut,
    aclTensor* gradWeightOut, aclTensor* gradBiasOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLayerNormBackward(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H_
