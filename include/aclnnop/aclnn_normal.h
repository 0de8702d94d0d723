// aclnnInplaceNormal and aclnnInplaceNormalTensor: random numbers of a normal distribution.
//
//   selfRef = mean + std * z
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_NORMAL_H_
#define OPENACLNN_ACLNNOP_ACLNN_NORMAL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// selfRef: receives the numbers. FLOAT16, BFLOAT16, FLOAT or DOUBLE; on Ascend950 INT8, UINT8,
//   INT16, INT32, INT64 or BOOL, too, for which they are truncated; rank 0 to 8.
// mean: the mean of the numbers.
// std: the standard deviation, at least 0.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceNormal.
// executor: receives the executor.
//
// Two elements have two words, of which Box and Muller's formula makes two numbers z, at most 6.67
// in size. The numbers are not those of an NPU.
// Special values. An infinite mean or std gives what IEEE arithmetic makes of the formula.
// Accuracy: numbers are computed in double, to about 2^-37, and rounded once.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceNormalGetWorkspaceSize(const aclTensor* selfRef,
                                                                   float mean, float std,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceNormal(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// selfRef: receives the numbers. FLOAT16, BFLOAT16, FLOAT or DOUBLE, or INT8, UINT8, INT16,
//   INT32, INT64 or BOOL, for which they are truncated; rank 0 to 8.
// mean: the mean of the numbers.
// std: the standard deviation, at least 0.
// seedTensor: the key of the words, read when the stream runs the call. INT64, one element.
// offsetTensor: what is added to offset, read then, too. INT64, one element.
// offset: with the number in offsetTensor, which words of that key there are.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceNormalTensor.
// executor: receives the executor.
//
// Two elements have two words, of which Box and Muller's formula makes two numbers z, at most 6.67
// in size. The numbers are not those of an NPU.
// Special values. An infinite mean or std gives what IEEE arithmetic makes of the formula.
// Accuracy: numbers are computed in double, to about 2^-37, and rounded once.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceNormalTensorGetWorkspaceSize(
    const aclTensor* selfRef, float mean, float std, const aclTensor* seedTensor,
    const aclTensor* offsetTensor, int64_t offset, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceNormalTensor(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_NORMAL_H_
