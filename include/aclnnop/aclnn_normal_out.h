// aclnnNormalFloatFloat, aclnnNormalFloatTensor, aclnnNormalTensorFloat and
// aclnnNormalTensorTensor: random numbers of normal distributions.
//
//   out = mean + std * z
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_NORMAL_OUT_H_
#define OPENACLNN_ACLNNOP_ACLNN_NORMAL_OUT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// mean: the mean of the numbers.
// std: the standard deviation.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the numbers. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank 0 to 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnNormalFloatFloat.
// executor: receives the executor.
//
// Two elements have two words, of which Box and Muller's formula makes two numbers z, at most 6.67
// in size. The numbers are not those of an NPU. The vendor's page has Ascend950 alone, but its
// code, and PyTorch's adapter, call it on others.
// Special values. A mean or std that is NaN or infinite gives what IEEE arithmetic makes of the
// formula.
// Accuracy: numbers are computed in double, to about 2^-37, and rounded once.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNormalFloatFloatGetWorkspaceSize(float mean, float std,
                                                                      int64_t seed, int64_t offset,
                                                                      aclTensor* out,
                                                                      uint64_t* workspaceSize,
                                                                      aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNormalFloatFloat(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// mean: the mean of all.
// std: the standard deviations. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank 0 to 8.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the numbers. FLOAT16, BFLOAT16, FLOAT or DOUBLE; same shape as std. May be std.
// workspaceSize: receives the bytes of workspace to pass to aclnnNormalFloatTensor.
// executor: receives the executor.
//
// Two elements have two words, of which Box and Muller's formula makes two numbers z, at most 6.67
// in size. The numbers are not those of an NPU. The vendor's page has Ascend950 alone, but its
// code, and PyTorch's adapter, call it on others.
// Special values. A mean or std that is NaN or infinite gives what IEEE arithmetic makes of the
// formula.
// Accuracy: numbers are computed in double, to about 2^-37, and rounded once.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNormalFloatTensorGetWorkspaceSize(
    float mean, const aclTensor* std, int64_t seed, int64_t offset, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNormalFloatTensor(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// mean: the means; broadcast to the shape of out. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank 0 to
//   8.
// std: the standard deviation of all.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the numbers. FLOAT16, BFLOAT16, FLOAT or DOUBLE. May be mean.
// workspaceSize: receives the bytes of workspace to pass to aclnnNormalTensorFloat.
// executor: receives the executor.
//
// Two elements have two words, of which Box and Muller's formula makes two numbers z, at most 6.67
// in size. The numbers are not those of an NPU. The vendor's page has Ascend950 alone, but its
// code, and PyTorch's adapter, call it on others.
// Special values. A mean or std that is NaN or infinite gives what IEEE arithmetic makes of the
// formula.
// Accuracy: numbers are computed in double, to about 2^-37, and rounded once.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNormalTensorFloatGetWorkspaceSize(
    const aclTensor* mean, float std, int64_t seed, int64_t offset, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNormalTensorFloat(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// mean: the means. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank 0 to 8.
// std: the standard deviations. FLOAT16, BFLOAT16, FLOAT or DOUBLE; broadcasts with mean.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the numbers. FLOAT16, BFLOAT16, FLOAT or DOUBLE; the shape to which mean and std
//   broadcast. May be mean or std.
// workspaceSize: receives the bytes of workspace to pass to aclnnNormalTensorTensor.
// executor: receives the executor.
//
// Two elements have two words, of which Box and Muller's formula makes two numbers z, at most 6.67
// in size. The numbers are not those of an NPU. The vendor's page has Ascend950 alone, but its
// code, and PyTorch's adapter, call it on others.
// Special values. A mean or std that is NaN or infinite gives what IEEE arithmetic makes of the
// formula.
// Accuracy: numbers are computed in double, to about 2^-37, and rounded once.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNormalTensorTensorGetWorkspaceSize(
    const aclTensor* mean, const aclTensor* std, int64_t seed, int64_t offset, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNormalTensorTensor(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_NORMAL_OUT_H_
