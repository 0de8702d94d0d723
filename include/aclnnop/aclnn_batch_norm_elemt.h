// aclnnBatchNormElemt: channels are normalised by statistics that are given.
//
//   output = (input - mean) * invstd * weight + bias
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_ELEMT_H_
#define OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_ELEMT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but weight and bias may be null (161001).
//
// input: [N, C, ...], 2 to 8 axes, in any layout, perhaps without elements. FLOAT16, BFLOAT16 or
//   FLOAT, as all tensors.
// weight: a factor for each channel, [C]; null means 1.
// bias: a summand for each channel, [C]; null means none.
// mean: the mean of each channel, [C].
// invstd: the reciprocal of the deviation of each channel, [C].
// eps: is not used, as invstd has it.
// output: receives the result, in the shape of input. It may be exactly the view of input.
// workspaceSize: receives the bytes of workspace to pass to aclnnBatchNormElemt.
// executor: receives the executor.
//
// Special values. A NaN or an infinity gives what IEEE arithmetic makes of the formula.
// Accuracy: all is computed in double, in an order that the shape alone decides. Each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormElemtGetWorkspaceSize(
    const aclTensor* input, const aclTensor* weight, const aclTensor* bias, aclTensor* mean,
    aclTensor* invstd, double eps, aclTensor* output, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormElemt(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_ELEMT_H_
