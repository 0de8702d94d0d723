// aclnnPromptFlashAttentionV3: attention of the queries of a prompt to keys and values, head by
// head.
//
//   scores       = scaleValue * query @ key^T + pseShift, of the keys that a query sees
//   weights      = e^(scores - the largest of a row)
//   attentionOut = weights @ value / the sum of the weights of a row
//
// B is the batch, and N the number of heads of query. Sq and Skv are the positions of queries and
// of keys, and D is the elements of a head. H is N * D, and T stands for positions of all batches,
// one after another.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V3_H_
#define OPENACLNN_ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V3_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. query, key, value, inputLayout and attentionOut may not
// be null (161001).
//
// query: FLOAT16 or BFLOAT16; its axes are as inputLayout says. D is at most 512.
// key: same dtype and D. Its number of heads is numKeyValueHeads.
// value: as key, except that a head may have another number of elements.
// pseShift: what is added to scores, with the dtype of query: [B, N, Sq, Skv] or [1, N, Sq, Skv];
//   or null. Sq and Skv may be larger. With "TND" it is null.
// attenMask: BOOL, INT8 or UINT8; what is not 0 leaves a key out; or null. [Sq, Skv], [B, Sq, Skv]
//   or [B, 1, Sq, Skv], where B may be 1, and Sq and Skv may be larger; where Sq is 1 also [B,
//   Skv]. Where sparseMode is 2, 3 or 4 it is [2048, 2048], and not read, as the mode says what its
//   elements are.
// actualSeqLengths: how many positions of query each batch has, one number, or one for each batch;
//   or null for all. Results of the others are 0. Not looked at where Sq is 1. With "TND" and its
//   like it is needed, and says how many batches there are. Each number then includes those before.
// actualSeqLengthsKv: how many positions of key each batch has, one number, or one for each batch;
//   or null for all. With "TND" and its like it is needed, and each number includes those before.
// deqScale1, quantScale1, deqScale2: null, or without elements, as they are not supported.
// quantScale2, quantOffset2: null, or without elements, as they are not supported.
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
// attentionOut: receives the result, of the dtype of query, and of its shape, but with the elements
//   of a head of value. Its axes are as inputLayout says. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnPromptFlashAttentionV3; currently
//   0.
// executor: receives the executor.
//
// Special values. Where a query sees no key, or all its scores are -inf, the result is 0, whatever
// innerPrecise is.
// A key that is left out has the weight 0, and does not count, whatever value has there. So has one
// whose score is more than 87 below the largest.
// Accuracy: as aclnnFlashAttentionScore, with the same bits.
// Products: Atlas A2 and A3.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPromptFlashAttentionV3GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
    const aclIntArray* actualSeqLengthsKv, const aclTensor* deqScale1, const aclTensor* quantScale1,
    const aclTensor* deqScale2, const aclTensor* quantScale2, const aclTensor* quantOffset2,
    int64_t numHeads, double scaleValue, int64_t preTokens, int64_t nextTokens, char* inputLayout,
    int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise,
    const aclTensor* attentionOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPromptFlashAttentionV3(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V3_H_
