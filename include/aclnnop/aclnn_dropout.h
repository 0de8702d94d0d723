// aclnnDropout: elements are dropped at random, and the others grow.
//
//   out = train ? (u < 1 - p ? input / (1 - p) : 0) : input
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DROPOUT_H_
#define OPENACLNN_ACLNNOP_ACLNN_DROPOUT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// input: the elements, in row-major order. FLOAT16, BFLOAT16 or FLOAT; rank 0 to 8.
// p: the probability that an element is dropped, from 0 to 1.
// train: if false, nothing is dropped.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the result. FLOAT16, BFLOAT16 or FLOAT; same shape as input. May be input.
// maskOut: receives the bits, as aclnnDropoutGenMask makes them; it keeps what it has if nothing
//   or all is dropped. UINT8; 16 elements for each 128, or part of 128, of input.
// workspaceSize: receives the bytes of workspace to pass to aclnnDropout.
// executor: receives the executor.
//
// Special values. What is dropped is 0, NaN too. The numbers are not those of an NPU. Accuracy:
// within 0.51 ULP, rounded once from double. Products: Ascend910, Ascend910B and Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutGetWorkspaceSize(
    const aclTensor* input, double p, bool train, int64_t seed, int64_t offset, aclTensor* out,
    aclTensor* maskOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropout(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DROPOUT_H_
