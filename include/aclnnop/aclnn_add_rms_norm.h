// aclnnAddRmsNorm: aclnnRmsNorm of a sum.
//
//   x = x1 + x2
//   rstd = 1 / sqrt(the sum of x^2 along a row / N + epsilon), N its elements
//   yOut = x * rstd * gamma
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but rstdOut and xOut may be null (161001).
//
// x1: [A1, ..., Ai, R1, ..., Rj], up to 8 axes, perhaps without elements. FLOAT16, BFLOAT16 or
//   FLOAT.
// x2: the other summand. Same dtype and shape as x1.
// gamma: a factor for each element of a row, [R1, ..., Rj], or [1, the last size]. The dtype of x1.
// epsilon: what is added to the mean of squares. It is used as the double that it is.
// yOut: receives the result, in the dtype and shape of x1. It may be exactly the view of x1 or x2.
// rstdOut: receives the rstd of each row. FLOAT, with as many elements as there are rows; null
//   means that it is not wanted. If it is given, so is xOut (161001).
// xOut: receives the sum, in the dtype and shape of x1; null means that it is not wanted. It may be
//   exactly the view of x1 or x2.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddRmsNorm.
// executor: receives the executor.
//
// The norm is that of the sum as a double, before it is rounded to xOut.
// Special values. A NaN in a row gives NaN in all of it, and an infinity NaN in its place and zeros
// elsewhere. Rows without elements have an rstd of NaN.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnAddRmsNormGetWorkspaceSize(const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma,
                                double epsilon, aclTensor* yOut, aclTensor* rstdOut,
                                aclTensor* xOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddRmsNorm(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_H_
