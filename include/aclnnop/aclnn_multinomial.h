// aclnnMultinomial and aclnnMultinomialTensor: indices that are drawn with weights.
//
//   out = numsamples indices, drawn with the weights of each row of self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MULTINOMIAL_H_
#define OPENACLNN_ACLNNOP_ACLNN_MULTINOMIAL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// self: the weights of the indices, none below 0, in rows; they need not sum to 1. FLOAT16,
//   BFLOAT16, FLOAT or DOUBLE; [N, C] or [C], C at most 2^24.
// numsamples: how many indices each row gives; at least 1, and at most C without replacement.
// replacement: whether an index may come several times.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the indices. INT64; [N, numsamples] or [numsamples].
// workspaceSize: receives the bytes of workspace to pass to aclnnMultinomial.
// executor: receives the executor.
//
// With replacement, sample s of all has words 2 s and 2 s + 1. They make u, a multiple of 2^-53 in
// [0, 1). The sample is the first index up to which the weights sum to more than u times their sum.
// Without, weight j of all has word j. The indices are those of the least -log(v) / weight, v = (w
// + 1/2) 2^-32, in that order. The numbers are not those of an NPU.
// Special values. Weights of 0 come last. A row with a negative, infinite or NaN weight, or without
// any above 0, fails the run: the synchronisation of the stream returns 507015, and nothing is
// written.
// Accuracy: weights are summed in double, one after the other.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMultinomialGetWorkspaceSize(
    const aclTensor* self, int64_t numsamples, bool replacement, int64_t seed, int64_t offset,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMultinomial(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// self: the weights of the indices, none below 0, in rows; they need not sum to 1. FLOAT16,
//   BFLOAT16, FLOAT or DOUBLE, DOUBLE not on Ascend950; [N, C] or [C], C at most 2^24.
// numsamples: how many indices each row gives; at least 1, and at most C without replacement.
// replacement: whether an index may come several times.
// seedTensor: the key of the words, read when the stream runs the call. INT64, one element.
// offsetTensor: what is added to offset, read then, too. INT64, one element.
// offset: with the number in offsetTensor, which words of that key there are.
// out: receives the indices. INT64; [N, numsamples] or [numsamples].
// workspaceSize: receives the bytes of workspace to pass to aclnnMultinomialTensor.
// executor: receives the executor.
//
// With replacement, sample s of all has words 2 s and 2 s + 1. They make u, a multiple of 2^-53 in
// [0, 1). The sample is the first index up to which the weights sum to more than u times their sum.
// Without, weight j of all has word j. The indices are those of the least -log(v) / weight, v = (w
// + 1/2) 2^-32, in that order. The numbers are not those of an NPU.
// Special values. Weights of 0 come last. A row with a negative, infinite or NaN weight, or without
// any above 0, fails the run: the synchronisation of the stream returns 507015, and nothing is
// written.
// Accuracy: weights are summed in double, one after the other.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMultinomialTensorGetWorkspaceSize(
    const aclTensor* self, int64_t numsamples, bool replacement, const aclTensor* seedTensor,
    const aclTensor* offsetTensor, int64_t offset, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMultinomialTensor(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MULTINOMIAL_H_
