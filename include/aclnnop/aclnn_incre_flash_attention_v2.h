// aclnnIncreFlashAttentionV2: attention of one query of each batch to keys and values, as when a
// model decodes, head by head.
//
//   scores       = scaleValue * query @ key^T + pseShift, of the keys that a query sees
//   weights      = e^(scores - the largest of a row)
//   attentionOut = weights @ value / the sum of the weights of a row
//
// B is the batch, and N the number of heads of query. Sq and Skv are the positions of queries and
// of keys, and D is the elements of a head. H is N * D.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. query, key, value, inputLayout and attentionOut may not
// be null (161001).
//
// query: FLOAT16 or BFLOAT16; its axes are as inputLayout says. D is at most 512. Sq is 1.
// key: a list of one tensor, or of a tensor of one batch for each batch. The tensors have the dtype
//   and the D of query, and numKeyValueHeads heads. Skv may differ.
// value: as key, except that a head may have another number of elements.
// pseShift: what is added to scores, with the dtype of query: [B, N, Sq, Skv] or [1, N, Sq, Skv];
//   or null. Sq and Skv may be larger.
// attenMask: BOOL, INT8 or UINT8; what is not 0 leaves a key out; or null. [B, Skv], [B, 1, Skv] or
//   [B, 1, 1, Skv], where B may be 1, and Skv may be larger.
// actualSeqLengths: how many positions of key each batch has, one number, or one for each batch; or
//   null for all.
// dequantScale1, quantScale1, dequantScale2: null, or without elements, as they are not supported.
// quantScale2, quantOffset2: null, or without elements, as they are not supported.
// numHeads: the number of heads of query, N.
// scaleValue: what scores are multiplied by.
// inputLayout: "BSH", "BSND" or "BNSD".
// numKeyValueHeads: the number of heads of key and value, a divisor of numHeads, whose heads share
//   them in order; 0 for numHeads.
// attentionOut: receives the result, of the dtype of query, and of its shape, but with the elements
//   of a head of value. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnIncreFlashAttentionV2; currently
//   0.
// executor: receives the executor.
//
// Special values. Where a query sees no key, or all its scores are -inf, the result is 0.
// A key that is left out has the weight 0, and does not count, whatever value has there. So has one
// whose score is more than 87 below the largest.
// Accuracy: as aclnnFlashAttentionScore, with the same bits.
// Products: Atlas A2 and A3.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIncreFlashAttentionV2GetWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
    const aclTensor* pseShift, const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
    const aclTensor* dequantScale1, const aclTensor* quantScale1, const aclTensor* dequantScale2,
    const aclTensor* quantScale2, const aclTensor* quantOffset2, int64_t numHeads,
    double scaleValue, char* inputLayout, int64_t numKeyValueHeads, const aclTensor* attentionOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIncreFlashAttentionV2(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V2_H_
