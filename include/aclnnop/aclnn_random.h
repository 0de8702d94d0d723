// aclnnInplaceRandom and aclnnInplaceRandomTensor: random integers.
//
//   selfRef = from + k, k an integer below to - from
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_RANDOM_H_
#define OPENACLNN_ACLNNOP_ACLNN_RANDOM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// selfRef: receives the integers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32,
//   INT64, BOOL, COMPLEX64 or COMPLEX128, these not on Ascend950; rank 0 to 8.
// from: the least integer.
// to: what all integers are below; above from.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceRandom.
// executor: receives the executor.
//
// Up to 2^16 integers an element has one word, w, and is number (w * count) / 2^32 of them. With
// more it has two, the lower bits first, and 2^64. The numbers are not those of an NPU.
// Special values. What the dtype does not hold is converted, to integers by the low bits.
// Accuracy: exact, except that float dtypes round the integer once.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRandomGetWorkspaceSize(const aclTensor* selfRef,
                                                                   int64_t from, int64_t to,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRandom(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// selfRef: receives the integers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32,
//   INT64, BOOL, COMPLEX64 or COMPLEX128, these not on Ascend950; rank 0 to 8.
// from: the least integer.
// to: what all integers are below; above from.
// seedTensor: the key of the words, read when the stream runs the call. INT64, one element.
// offsetTensor: what is added to offset, read then, too. INT64, one element.
// offset: with the number in offsetTensor, which words of that key there are.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceRandomTensor.
// executor: receives the executor.
//
// Up to 2^16 integers an element has one word, w, and is number (w * count) / 2^32 of them. With
// more it has two, the lower bits first, and 2^64. The numbers are not those of an NPU.
// Special values. What the dtype does not hold is converted, to integers by the low bits.
// Accuracy: exact, except that float dtypes round the integer once.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRandomTensorGetWorkspaceSize(
    const aclTensor* selfRef, int64_t from, int64_t to, const aclTensor* seedTensor,
    const aclTensor* offsetTensor, int64_t offset, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRandomTensor(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_RANDOM_H_
