// aclnnBatchNormReduce: sums over each channel.
//
//   sum = the sum of x,   squareSum = the sum of x^2
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_REDUCE_H_
#define OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_REDUCE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: [N, C, H, W], in any layout, perhaps without elements. FLOAT16, BFLOAT16 or FLOAT.
// sum: receives the sums, [C]. FLOAT.
// squareSum: receives the sums of squares, [C]. FLOAT.
// workspaceSize: receives the bytes of workspace to pass to aclnnBatchNormReduce.
// executor: receives the executor.
//
// Special values. Sums over nothing are 0.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormReduceGetWorkspaceSize(const aclTensor* x,
                                                                     aclTensor* sum,
                                                                     aclTensor* squareSum,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBatchNormReduce(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BATCH_NORM_REDUCE_H_
