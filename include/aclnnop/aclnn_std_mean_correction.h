// aclnnStdMeanCorrection: the standard deviation and the mean over axes of a tensor.
//
//   mean = the sum of self over dim / n, n the number of its terms
//   variance = the sum of (self - mean)^2 over dim / max(0, n - correction)
//   stdOut = the square root of the variance, meanOut = mean
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H_
#define OPENACLNN_ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Only dim may be null (161001).
//
// self: the numbers. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// dim: the axes, from -rank to rank - 1, none twice. Null, or none: all axes.
// correction: what the number of elements is lessened by in the divisor.
// keepdim: whether the result has the axes in dim, with one element along each.
// stdOut: receives the result. FLOAT16, BFLOAT16 or FLOAT; the shape of self without the axes in
//   dim, or with 1 in their place if keepdim is true. One element may have any shape of one
//   element. Shares no memory with self.
// meanOut: receives the mean. FLOAT16, BFLOAT16 or FLOAT; the shape of self without the axes in
//   dim, or with 1 in their place if keepdim is true. One element may have any shape of one
//   element. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnStdMeanCorrection; above 0 where
//   there are elements.
// executor: receives the executor.
//
// Special values. NaN and infinities give NaN. Where there are no more elements than the correction
// the divisor is 0.
// Accuracy: two passes in double, in an order that the shape and the axes alone decide, and one
// rounding. Results are within 0.51 ULP and 2^-40 of the sum of the absolute terms.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnStdMeanCorrectionGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* dim, int64_t correction, bool keepdim,
    aclTensor* stdOut, aclTensor* meanOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnStdMeanCorrection(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H_
