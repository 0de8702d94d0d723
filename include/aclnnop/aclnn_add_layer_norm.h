// aclnnAddLayerNorm: a layer norm of a sum.
//
//   x = x1 + x2 + biasOptional
//   mean = the sum of a row / n, n its elements
//   rstd = 1 / sqrt(the sum of (x - mean)^2 / n + epsilon)
//   yOut = (x - mean) * rstd * gamma + beta
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but biasOptional, and xOut if additionalOutput is
// false, may be null (161001).
//
// x1: [A1, ..., Ai, R1, ..., Rj], up to 8 axes. FLOAT16, BFLOAT16 or FLOAT.
// x2: the other summand, in the shape of x1. FLOAT16, BFLOAT16 or FLOAT.
// gamma: a factor for each element of a row, [R1, ..., Rj]. FLOAT, or the dtype of x1.
// beta: a summand for each, in the dtype and shape of gamma.
// biasOptional: a third summand, which broadcasts to the shape of x1; null means none. FLOAT16,
//   BFLOAT16 or FLOAT.
// epsilon: what is added to the variance. It is used as the double that it is.
// additionalOutput: whether xOut is computed.
// yOut: receives the result, in the shape of x1 and the dtype that x1 and x2 promote to. It may be
//   exactly the view of x1 or x2.
// meanOut: receives the mean of each row. FLOAT, with as many elements as there are rows.
// rstdOut: the same for rstd.
// xOut: receives the sum, in the dtype and shape of yOut. If additionalOutput is false it is left
// as
//   it is.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddLayerNorm.
// executor: receives the executor.
//
// The norm is that of the sum as a double, before it is rounded to xOut.
// Special values. A NaN or an infinity in a row gives NaN in all of it.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddLayerNormGetWorkspaceSize(
    const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* beta,
    const aclTensor* biasOptional, double epsilon, bool additionalOutput, const aclTensor* yOut,
    const aclTensor* meanOut, const aclTensor* rstdOut, const aclTensor* xOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddLayerNorm(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_H_
