// aclnnDropoutGenMask, aclnnDropoutGenMaskV2 and aclnnDropoutGenMaskV2Tensor: bits that say which
// elements a dropout keeps.
//
//   bit i of out = u[i] < 1 - prob
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DROPOUT_GEN_MASK_H_
#define OPENACLNN_ACLNNOP_ACLNN_DROPOUT_GEN_MASK_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// shape: the extents of the tensor that the bits are for, none below 0.
// prob: the probability that a bit is 0, from 0 to 1.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the bits, the lowest bit of a byte first. UINT8; 16 elements for each 128, or
//   part of 128, of the tensor. All bits are drawn.
// workspaceSize: receives the bytes of workspace to pass to aclnnDropoutGenMask.
// executor: receives the executor.
//
// Bit i is 1, "kept", where the number u of word i is below 1 - prob. The numbers are not those of
// an NPU.
// Special values. If prob is 0, the bits are 1, and if it is 1, they are 0.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutGenMaskGetWorkspaceSize(const aclIntArray* shape,
                                                                    double prob, int64_t seed,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutGenMask(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// shape: the extents of the tensor that the bits are for, none below 0.
// prob: the probability that a bit is 0, from 0 to 1.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// probDataType: the dtype of that tensor. ACL_FLOAT, ACL_FLOAT16 or ACL_BF16; the bits do not
//   depend on it.
// out: receives the bits, the lowest bit of a byte first. UINT8; 16 elements for each 128, or
//   part of 128, of the tensor. All bits are drawn.
// workspaceSize: receives the bytes of workspace to pass to aclnnDropoutGenMaskV2.
// executor: receives the executor.
//
// Bit i is 1, "kept", where the number u of word i is below 1 - prob. The numbers are not those of
// an NPU.
// Special values. If prob is 0, the bits are 1, and if it is 1, they are 0.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutGenMaskV2GetWorkspaceSize(
    const aclIntArray* shape, double prob, int64_t seed, int64_t offset, aclDataType probDataType,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutGenMaskV2(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// shape: the extents of the tensor that the bits are for, none below 0.
// prob: the probability that a bit is 0, from 0 to 1.
// seedTensor: the key of the words, read when the stream runs the call. INT64, one element.
// offsetTensor: what is added to offset, read then, too. INT64, one element.
// offset: with the number in offsetTensor, which words of that key there are.
// probDataType: the dtype of that tensor. ACL_FLOAT, ACL_FLOAT16 or ACL_BF16; the bits do not
//   depend on it.
// out: receives the bits, the lowest bit of a byte first. UINT8; 16 elements for each 128, or
//   part of 128, of the tensor. All bits are drawn.
// workspaceSize: receives the bytes of workspace to pass to aclnnDropoutGenMaskV2Tensor.
// executor: receives the executor.
//
// Bit i is 1, "kept", where the number u of word i is below 1 - prob. The numbers are not those of
// an NPU.
// Special values. If prob is 0, the bits are 1, and if it is 1, they are 0.
// Accuracy: exact.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutGenMaskV2TensorGetWorkspaceSize(
    const aclIntArray* shape, double prob, const aclTensor* seedTensor,
    const aclTensor* offsetTensor, int64_t offset, aclDataType probDataType, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutGenMaskV2Tensor(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DROPOUT_GEN_MASK_H_
