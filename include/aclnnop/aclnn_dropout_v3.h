// aclnnDropoutV3: elements are dropped at random, and the others grow.
//
//   out = u < 1 - p ? input / (1 - p) : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DROPOUT_V3_H_
#define OPENACLNN_ACLNNOP_ACLNN_DROPOUT_V3_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer but optionalNoiseShape may be null (161001).
//
// input: the elements, in row-major order. FLOAT16, BFLOAT16 or FLOAT; rank 0 to 8.
// optionalNoiseShape: ignored; may be null.
// p: the probability that an element is dropped, from 0 to 1.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the result. FLOAT16, BFLOAT16 or FLOAT; same shape as input. May be input.
// maskOut: receives the bits, as aclnnDropoutGenMask makes them. UINT8; 16 elements for each 128,
//   or part of 128, of input.
// workspaceSize: receives the bytes of workspace to pass to aclnnDropoutV3.
// executor: receives the executor.
//
// Special values. What is dropped is 0, NaN too. The numbers are not those of an NPU. Accuracy:
// within 0.51 ULP, rounded once from double. Products: Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutV3GetWorkspaceSize(
    const aclTensor* input, const aclTensor* optionalNoiseShape, double p, int64_t seed,
    int64_t offset, aclTensor* out, aclTensor* maskOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutV3(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DROPOUT_V3_H_
