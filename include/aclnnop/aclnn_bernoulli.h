// aclnnBernoulli, aclnnInplaceBernoulli, aclnnBernoulliTensor and aclnnInplaceBernoulliTensor: 1
// with a probability, else 0.
//
//   out = u < prob ? 1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BERNOULLI_H_
#define OPENACLNN_ACLNNOP_ACLNN_BERNOULLI_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// self: a tensor of the shape of the result, of which nothing is read. FLOAT16, BFLOAT16, FLOAT,
//   DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL; rank 0 to 8.
// prob: the probability of 1, from 0 to 1. FLOAT16, BFLOAT16, FLOAT or DOUBLE.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnBernoulli.
// executor: receives the executor.
//
// Each element has a word, of which u has 24 bits. The numbers are not those of an NPU.
// Special values. A prob of 0 gives 0 everywhere, and one of 1 gives 1.
// Accuracy: exact.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBernoulliGetWorkspaceSize(const aclTensor* self,
                                                               const aclScalar* prob, int64_t seed,
                                                               int64_t offset, aclTensor* out,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBernoulli(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// selfRef: receives the result. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32,
//   INT64 or BOOL; rank 0 to 8.
// prob: the probability of 1, from 0 to 1. FLOAT16, BFLOAT16, FLOAT or DOUBLE.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceBernoulli.
// executor: receives the executor.
//
// Each element has a word, of which u has 24 bits. The numbers are not those of an NPU.
// Special values. A prob of 0 gives 0 everywhere, and one of 1 gives 1.
// Accuracy: exact.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceBernoulliGetWorkspaceSize(const aclTensor* selfRef,
                                                                      const aclScalar* prob,
                                                                      int64_t seed, int64_t offset,
                                                                      uint64_t* workspaceSize,
                                                                      aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceBernoulli(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// self: a tensor of the shape of the result, of which nothing is read. FLOAT16, BFLOAT16, FLOAT
//   or DOUBLE; on Ascend950 INT8, UINT8, INT16, INT32, INT64 or BOOL, too; rank 0 to 8.
// prob: the probabilities of 1; what is not above 0, or NaN, is never 1. FLOAT16, BFLOAT16, FLOAT
//   or DOUBLE; broadcasts to the shape of self.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the result. Same dtype and shape as self. May be self or prob.
// workspaceSize: receives the bytes of workspace to pass to aclnnBernoulliTensor.
// executor: receives the executor.
//
// Each element has a word, of which u has 24 bits. The numbers are not those of an NPU.
// Special values. A prob of NaN, or of 0 and less, gives 0. One of 1 and more gives 1.
// Accuracy: exact.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBernoulliTensorGetWorkspaceSize(
    const aclTensor* self, const aclTensor* prob, int64_t seed, int64_t offset, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBernoulliTensor(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// selfRef: receives the result. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32,
//   INT64 or BOOL; rank 0 to 8.
// prob: the probabilities of 1; what is not above 0, or NaN, is never 1. FLOAT16, BFLOAT16, FLOAT
//   or DOUBLE; broadcasts to the shape of selfRef.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceBernoulliTensor.
// executor: receives the executor.
//
// Each element has a word, of which u has 24 bits. The numbers are not those of an NPU.
// Special values. A prob of NaN, or of 0 and less, gives 0. One of 1 and more gives 1.
// Accuracy: exact.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceBernoulliTensorGetWorkspaceSize(
    const aclTensor* selfRef, const aclTensor* prob, int64_t seed, int64_t offset,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceBernoulliTensor(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BERNOULLI_H_
