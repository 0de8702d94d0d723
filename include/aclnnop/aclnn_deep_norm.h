// aclnnDeepNorm: rows of a scaled tensor and another together are given a mean of 0 and a deviation
// of 1.
//
//   x' = alpha * x + gx
//   meanOut = the sum of a row of x' / n, n its elements
//   rstdOut = 1 / sqrt(the sum of (x' - meanOut)^2 / n + epsilon)
//   yOut = (x' - meanOut) * rstdOut * gamma + beta
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DEEP_NORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_DEEP_NORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: [A1, ..., Ai, R1, ..., Rj], 2 to 8 axes; R1, ..., Rj are a row. FLOAT16, BFLOAT16 or FLOAT.
// gx: the other tensor. Same dtype and shape as x.
// beta: a summand for each place in a row, [R1, ..., Rj]. The dtype of x.
// gamma: a factor for each place in a row, [R1, ..., Rj]. The dtype of x.
// alpha: the factor of x. It is used as the double that it is.
// epsilon: what is added to the variance. It is used as the double that it is.
// meanOut: receives the mean of each row, [A1, ..., Ai, 1, ..., 1], or as many elements in another
//   shape. FLOAT.
// rstdOut: the same for the reciprocal deviations.
// yOut: receives the result, in the dtype and shape of x. It may be exactly the view of x or gx.
// workspaceSize: receives the bytes of workspace to pass to aclnnDeepNorm; x' takes 8 for each
//   element.
// executor: receives the executor.
//
// Special values. A NaN or an infinity in a row gives NaN in all of it. Rows without elements have
// a mean of 0 and a reciprocal deviation of NaN.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDeepNormGetWorkspaceSize(
    const aclTensor* x, const aclTensor* gx, const aclTensor* beta, const aclTensor* gamma,
    double alpha, double epsilon, const aclTensor* meanOut, const aclTensor* rstdOut,
    const aclTensor* yOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDeepNorm(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DEEP_NORM_H_
