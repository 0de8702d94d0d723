// aclnnLayerNorm, aclnnFastLayerNorm and aclnnLayerNormWithImplMode: rows of the last axes are given
// a mean of 0 and a deviation of 1.
//
//   mean = the sum of a row / N, N its elements
//   rstd = 1 / sqrt(the sum of (input - mean)^2 / N + eps)
//   out = (input - mean) * rstd * weightOptional + biasOptional
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LAYER_NORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_LAYER_NORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Those that are not Optional may not be null (161001).
//
// input: [A1, ..., Ai, R1, ..., Rj], up to 8 axes, perhaps without elements. FLOAT16, BFLOAT16 or
//   FLOAT.
// normalizedShape: [R1, ..., Rj], the sizes of the last axes, at least one; these are a row.
// weightOptional: a factor for each element of a row, in the shape of normalizedShape; null means
//   1. FLOAT, or the dtype of input.
// biasOptional: a summand for each, in the same shape; null means none. FLOAT, or the dtype of
//   input; that of weightOptional if both are there.
// eps: what is added to the variance. It is used as the double that it is.
// out: receives the result, in the shape of input. FLOAT16, BFLOAT16 or FLOAT. It may be exactly
//   the view of input.
// meanOutOptional: receives the mean of each row, [A1, ..., Ai, 1, ..., 1]; null means that it is
//   not wanted. FLOAT16, BFLOAT16 or FLOAT.
// rstdOutOptional: the same for rstd.
// implMode: of aclnnLayerNormWithImplMode alone. 0 (high precision), 1 (high performance), or 2
//   (FLOAT16 throughout, for which input, weightOptional and biasOptional are FLOAT16).
// workspaceSize: receives the bytes of workspace to pass to aclnnLayerNorm.
// executor: receives the executor.
//
// Special values. A NaN or an infinity in a row gives NaN in all of it. Rows whose elements are all
// equal become biasOptional; with eps = 0 their rstd is inf, and the result NaN. Rows without
// elements have a mean of 0 and an rstd of NaN.
// Accuracy: all is computed in double, the variance about the mean, in an order that the shape
// alone decides, and each result is rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLayerNormGetWorkspaceSize(
    const aclTensor* input, const aclIntArray* normalizedShape, const aclTensor* weightOptional,
    const aclTensor* biasOptional, double eps, aclTensor* out, aclTensor* meanOutOptional,
    aclTensor* rstdOutOptional, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLayerNorm(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

// The same under another name.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFastLayerNormGetWorkspaceSize(
    const aclTensor* input, const aclIntArray* normalizedShape, const aclTensor* weightOptional,
    const aclTensor* biasOptional, double eps, aclTensor* out, aclTensor* meanOutOptional,
    aclTensor* rstdOutOptional, uint64_t* workspaceSize, aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnFastLayerNorm(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

// The same with implMode, the choice of a way to compute, which makes no difference here: all of
// them are as exact as is said above.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLayerNormWithImplModeGetWorkspaceSize(
    const aclTensor* input, const aclIntArray* normalizedShape, const aclTensor* weightOptional,
    const aclTensor* biasOptional, double eps, aclTensor* out, aclTensor* meanOutOptional,
    aclTensor* rstdOutOptional, int32_t implMode, uint64_t* workspaceSize,
    aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnLayerNormWithImplMode(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LAYER_NORM_H_
