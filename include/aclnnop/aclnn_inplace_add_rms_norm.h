// aclnnInplaceAddRmsNorm: aclnnAddRmsNorm whose results replace what is added.
//
//   x = x1Ref + x2Ref
//   rstd = 1 / sqrt(the sum of x^2 along a row / N + epsilon), N its elements
//   x1Ref = x * rstd * gamma,   x2Ref = x
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_INPLACE_ADD_RMS_NORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_INPLACE_ADD_RMS_NORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x1Ref: [A1, ..., Ai, R1, ..., Rj], up to 8 axes, perhaps without elements. FLOAT16, BFLOAT16 or
//   FLOAT. Receives the normalised sum.
// x2Ref: the other summand. Same dtype and shape as x1Ref. Receives the sum.
// gamma: a factor for each element of a row, [R1, ..., Rj]. The dtype of x1Ref.
// epsilon: what is added to the mean of squares. It is used as the double that it is.
// rstdOut: receives the rstd of each row. FLOAT, with as many elements as there are rows.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceAddRmsNorm.
// executor: receives the executor.
//
// The norm is that of the sum as a double, before it is rounded to x2Ref.
// Special values. A NaN in a row gives NaN in all of it, and an infinity NaN in its place and zeros
// elsewhere. Rows without elements have an rstd of NaN.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddRmsNormGetWorkspaceSize(
    aclTensor* x1Ref, aclTensor* x2Ref, const aclTensor* gamma, double epsilon,
    const aclTensor* rstdOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddRmsNorm(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_INPLACE_ADD_RMS_NORM_H_
