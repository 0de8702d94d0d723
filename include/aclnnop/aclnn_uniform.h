// aclnnInplaceUniform and aclnnInplaceUniformTensor: random numbers between two.
//
//   selfRef = from + (to - from) * u
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UNIFORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_UNIFORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// selfRef: receives the numbers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or
//   INT64; rank 0 to 8.
// from: the least number.
// to: what all numbers are below, or from itself.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceUniform.
// executor: receives the executor.
//
// Each element has a word, of which u has 24 bits: u is a multiple of 2^-24 in [0, 1). The numbers
// are not those of an NPU.
// Special values. In float dtypes what would be rounded up to "to" is the number below it. Integers
// are truncated.
// Accuracy: u is scaled in double and rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceUniformGetWorkspaceSize(const aclTensor* selfRef,
                                                                    double from, double to,
                                                                    uint64_t seed, uint64_t offset,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceUniform(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// selfRef: receives the numbers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or
//   INT64; rank 0 to 8.
// from: the least number.
// to: what all numbers are below, or from itself.
// seedTensor: the key of the words, read when the stream runs the call. INT64 or UINT64, one
//   element.
// offsetTensor: what is added to offset, read then, too. INT64 or UINT64, one element.
// offset: with the number in offsetTensor, which words of that key there are.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceUniformTensor.
// executor: receives the executor.
//
// Each element has a word, of which u has 24 bits: u is a multiple of 2^-24 in [0, 1). The numbers
// are not those of an NPU.
// Special values. In float dtypes what would be rounded up to "to" is the number below it. Integers
// are truncated.
// Accuracy: u is scaled in double and rounded once.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceUniformTensorGetWorkspaceSize(
    const aclTensor* selfRef, double from, double to, const aclTensor* seedTensor,
    const aclTensor* offsetTensor, uint64_t offset, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceUniformTensor(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UNIFORM_H_
