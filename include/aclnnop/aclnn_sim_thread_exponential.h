// aclnnSimThreadExponential: random numbers of an exponential distribution.
//
//   selfRef = -log(1 - u) / lambda
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SIM_THREAD_EXPONENTIAL_H_
#define OPENACLNN_ACLNNOP_ACLNN_SIM_THREAD_EXPONENTIAL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// selfRef: receives the numbers. FLOAT16, BFLOAT16 or FLOAT; rank 0 to 8.
// count: the number of elements of selfRef.
// lambda: the rate, above 0; the mean is 1 / lambda.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// workspaceSize: receives the bytes of workspace to pass to aclnnSimThreadExponential.
// executor: receives the executor.
//
// Each element has a word w, and 1 - u is (w + 1/2) 2^-32. The numbers are not those of an NPU.
// Special values. An infinite lambda gives 0.
// Accuracy: numbers are computed in double, to about 2^-37, and rounded once.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSimThreadExponentialGetWorkspaceSize(
    aclTensor* selfRef, int64_t count, double lambda, int64_t seed, int64_t offset,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSimThreadExponential(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SIM_THREAD_EXPONENTIAL_H_
