// aclnnGemmaRmsNorm: aclnnRmsNorm with 1 + gamma in the place of gamma.
//
//   rstd = 1 / sqrt(the sum of x^2 along a row / N + epsilon), N its elements
//   yOut = x * rstd * (1 + gamma)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GEMMA_RMS_NORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_GEMMA_RMS_NORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: [A1, ..., Ai, R1, ..., Rj], up to 8 axes, perhaps without elements. FLOAT16, BFLOAT16 or
//   FLOAT.
// gamma: a number for each element of a row, [R1, ..., Rj], at least one axis. The dtype of x.
// epsilon: what is added to the mean of squares. It is used as the double that it is.
// yOut: receives the result, in the dtype and shape of x. It may be exactly the view of x.
// rstdOut: receives the rstd of each row. FLOAT, with as many elements as there are rows.
// workspaceSize: receives the bytes of workspace to pass to aclnnGemmaRmsNorm.
// executor: receives the executor.
//
// Special values. A NaN in a row gives NaN in all of it, and an infinity NaN in its place and zeros
// elsewhere. Rows without elements have an rstd of NaN.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGemmaRmsNormGetWorkspaceSize(
    const aclTensor* x, const aclTensor* gamma, double epsilon, const aclTensor* yOut,
    const aclTensor* rstdOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGemmaRmsNorm(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GEMMA_RMS_NORM_H_
