// aclnnFusedInferAttentionScoreV2: attention of queries to keys and values, for inference, head by
// head.
//
//   scores       = scaleValue * query @ key^T + pseShiftOptional, of the keys that a query sees
//   weights      = e^(scores - the largest of a row)
//   attentionOut = weights @ value / the sum of the weights of a row
//
// B is the batch, and N the number of heads of query. Sq and Skv are the positions of queries and
// of keys, and D is the elements of a head. H is N * D, and T stands for positions of all batches,
// one after another.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. query, key, value, inputLayout and attentionOut may not
// be null (161001).
//
// query: FLOAT16 or BFLOAT16; its axes are as inputLayout says. D is at most 512.
// key: a list of one tensor, or of a tensor of one batch for each batch. The tensors have the dtype
//   and the D of query, and numKeyValueHeads heads. Skv may differ. With a table of blocks it has
//   one tensor, [blocks, blockSize, H] or [blocks, N, blockSize, D].
// value: as key, except that a head may have another number of elements.
// pseShiftOptional: what is added to scores, with the dtype of query: [B, N, Sq, Skv] or [1, N, Sq,
//   Skv]; or null. Sq and Skv may be larger. With "TND" it is null.
// attenMaskOptional: BOOL, INT8 or UINT8; what is not 0 leaves a key out; or null. [Sq, Skv], [B,
//   Sq, Skv] or [B, 1, Sq, Skv], where B may be 1, and Sq and Skv may be larger; where Sq is 1 also
//   [B, Skv]. Where sparseMode is 2, 3 or 4 it is [2048, 2048], and not read, as the mode says what
//   its elements are.
// actualSeqLengthsOptional: how many positions of query each batch has, one number, or one for each
//   batch; or null for all. Results of the others are 0. Not looked at where Sq is 1. With "TND"
//   and its like it is needed, and says how many batches there are. Each number then includes those
//   before.
// actualSeqLengthsKvOptional: how many positions of key each batch has, one number, or one for each
//   batch; or null for all. With "TND" and its like it is needed, and each number includes those
//   before, except with a table of blocks.
// blockTableOptional: INT32, [B, M]: the blocks of each batch, in order, of which its length says
//   how many count. An index that is no block fails the run. Null if key and value have no blocks.
// deqScale1Optional, quantScale1Optional: null, or without elements, as they are not supported.
// deqScale2Optional, quantScale2Optional: null, or without elements, as they are not supported.
// quantOffset2Optional: null, or without elements, as it is not supported.
// antiquantScaleOptional: null, or without elements, as it is not supported.
// antiquantOffsetOptional: null, or without elements, as it is not supported.
// queryPaddingSizeOptional: null, or without elements, as it is not supported.
// kvPaddingSizeOptional: null, or without elements, as it is not supported.
// keyAntiquantScaleOptional: null, or without elements, as it is not supported.
// keyAntiquantOffsetOptional: null, or without elements, as it is not supported.
// valueAntiquantScaleOptional: null, or without elements, as it is not supported.
// valueAntiquantOffsetOptional: null, or without elements, as it is not supported.
// keySharedPrefixOptional: null, or without elements, as it is not supported.
// valueSharedPrefixOptional: null, or without elements, as it is not supported.
// actualSharedPrefixLenOptional: not looked at, as there is no shared prefix.
// numHeads: the number of heads of query, N.
// scaleValue: what scores are multiplied by.
// preTokens, nextTokens: where there is a mask and sparseMode is 0, query i sees the keys from i -
//   preTokens to i + nextTokens. Where sparseMode is 4, the same with i + Skv - Sq in the place of
//   i. Not looked at where Sq is 1.
// inputLayout: "BSH", "BSND", "BNSD", "BNSD_BSND" or "TND", of which the part behind _ is that of
//   the result.
// numKeyValueHeads: the number of heads of key and value, a divisor of numHeads, whose heads share
//   them in order; 0 for numHeads.
// sparseMode: 0, or 1, where only the mask counts; 2: query i sees keys up to i; 3: up to i + Skv -
//   Sq; 4: see preTokens. Not looked at where Sq is 1. With 1 to 4 there is a mask.
// innerPrecise: a mode of precision; not looked at.
// blockSize: the positions of a block; not looked at without a table.
// antiquantMode: not looked at.
// softmaxLseFlag: whether softmaxLse is to be computed.
// keyAntiquantMode: not looked at.
// valueAntiquantMode: not looked at.
// attentionOut: receives the result, of the dtype of query, and of its shape, but with the elements
//   of a head of value. Its axes are as inputLayout says. Shares no memory with inputs.
// softmaxLse: receives the largest score of each row plus the logarithm of the sum of its weights.
//   FLOAT, [B, N, Sq, 1], or with "TND" and its like [T, N, 1]. Where a row sees no key it is
//   infinite. Null, or where softmaxLseFlag is false: nothing is written.
// workspaceSize: receives the bytes of workspace to pass to aclnnFusedInferAttentionScoreV2; 0
//   without a table of blocks.
// executor: receives the executor.
//
// Special values. Where a query sees no key, or all its scores are -inf, the result is 0, whatever
// innerPrecise is.
// A key that is left out has the weight 0, and does not count, whatever value has there. So has one
// whose score is more than 87 below the largest.
// Accuracy: as aclnnFlashAttentionScore, with the same bits. softmaxLse is computed in DOUBLE from
// the maximum and the sum, and rounded once.
// Products: Atlas A2 and A3.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFusedInferAttentionScoreV2GetWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
    const aclTensor* pseShiftOptional, const aclTensor* attenMaskOptional,
    const aclIntArray* actualSeqLengthsOptional, const aclIntArray* actualSeqLengthsKvOptional,
    const aclTensor* deqScale1Optional, const aclTensor* quantScale1Optional,
    const aclTensor* deqScale2Optional, const aclTensor* quantScale2Optional,
    const aclTensor* quantOffset2Optional, const aclTensor* antiquantScaleOptional,
    const aclTensor* antiquantOffsetOptional, const aclTensor* blockTableOptional,
    const aclTensor* queryPaddingSizeOptional, const aclTensor* kvPaddingSizeOptional,
    const aclTensor* keyAntiquantScaleOptional, const aclTensor* keyAntiquantOffsetOptional,
    const aclTensor* valueAntiquantScaleOptional, const aclTensor* valueAntiquantOffsetOptional,
    const aclTensor* keySharedPrefixOptional, const aclTensor* valueSharedPrefixOptional,
    const aclIntArray* actualSharedPrefixLenOptional, int64_t numHeads, double scaleValue,
    int64_t preTokens, int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads,
    int64_t sparseMode, int64_t innerPrecise, int64_t blockSize, int64_t antiquantMode,
    bool softmaxLseFlag, int64_t keyAntiquantMode, int64_t valueAntiquantMode,
    const aclTensor* attentionOut, const aclTensor* softmaxLse, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFusedInferAttentionScoreV2(void* workspace,
                                                                uint64_t workspaceSize,
                                                                aclOpExecutor* executor,
                                                                const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V2_H_
