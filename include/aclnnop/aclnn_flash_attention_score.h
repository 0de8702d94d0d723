// aclnnFlashAttentionScore and aclnnFlashAttentionScoreV2: attention of queries to keys and values,
// head by head.
//
//   scores       = scaleValue * (query @ key^T + realShift), of the keys that a query sees
//   weights      = e^(scores - softmaxMax), whose sums are softmaxSum
//   attentionOut = dropMask(weights) / keepProb @ value / softmaxSum
//
// B is the batch, and N the number of heads of query. Sq and Skv are the positions of queries and
// of keys, and D is the elements of a head.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_H_
#define OPENACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. query, key, value, inputLayout, softmaxMaxOut,
// softmaxSumOut and attentionOutOut may not be null (161001).
//
// query: FLOAT16, BFLOAT16 or FLOAT; its axes are as inputLayout says. D is at most 768.
// key: same dtype, B and D. Its number of heads divides N, whose heads share it in order.
// value: same dtype and shape as key, but a head may have less elements.
// realShiftOptional: what is added to products, of the same dtype: [B, N, Sq, Skv], [B, N, 1, Skv]
//   or [1, N, Sq, Skv]; or null. With a pseType of 2 or 3 slopes, which may not be null (161002):
//   FLOAT, [N] or [B, N], and Sq is Skv.
// dropMaskOptional: UINT8 along one axis. Its bits, the low ones of a byte first, are those of
//   [B, N, Sq, Skv]: 1 keeps a weight. Null keeps all, and keepProb does not count.
// paddingMaskOptional: null, or without elements.
// attenMaskOptional: BOOL or UINT8; what is not 0 leaves a key out. [B, N, Sq, Skv], [B, 1, Sq,
//   Skv], [1, 1, Sq, Skv] or [Sq, Skv]. Where sparseMode is 2, 3 or 4 it is [2048, 2048]. Where
//   that is 6 it is [3072, 2048]. It may have two axes of 1 before. In these modes its elements are
//   not read, as the mode says what they are. With null, every query sees every key, whatever
//   sparseMode is.
// prefixOptional: where sparseMode is 5 or 6 a number for each batch, from 0 or Skv - Sq, what is
//   more, to Skv. Else not looked at.
// qStartIdxOptional, kvStartIdxOptional: of aclnnFlashAttentionScoreV2 alone. The first number is
//   the place of the first query, and of the first key, with a pseType of 2 or 3; else not looked
//   at. Null and no numbers stand for 0.
// scaleValue: what scores are multiplied by.
// keepProb: the share of weights that dropMask keeps, above 0, at most 1.
// preTokens, nextTokens: where sparseMode is 0, query i sees the keys from i - preTokens to
//   i + nextTokens. Where it is 4, the same with i + Skv - Sq in the place of i. Their sum is at
//   least 0. Else not looked at.
// headNum: the number of heads of the queries, N.
// inputLayout: "BSH", "SBH", "BSND" or "BNSD", where H is N * D.
// innerPrecise: a mode of precision; not looked at.
// sparseMode: 0, or 1, where only attenMask counts; 2: query i sees keys up to i; 3: up to i +
//   Skv - Sq; 4: see preTokens; 5 and 6: as 3, and the first keys, as many as prefix says.
// pseType: of aclnnFlashAttentionScoreV2 alone. 1: as above; 0: scores are scaleValue * (query @
//   key^T) + realShift. 2 and 3: the same, where realShift is -slope * d, or -slope * sqrt(d), with
//   d = |k + kvStartIdx - i - qStartIdx| of query i and key k. It is computed in DOUBLE, and
//   rounded to FLOAT.
// softmaxMaxOut: receives the largest score of each row, FLOAT, [B, N, Sq, 8], eight times.
// softmaxSumOut: receives the sum of the weights of each row, alike.
// softmaxOutOut: not looked at; may be null.
// attentionOutOut: receives the result, of the dtype of query, and of its shape, but with as many
//   elements in a head as value has. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnFlashAttentionScore; currently 0.
// executor: receives the executor.
//
// Special values. Where a query sees no key, or all its scores are -inf, the result is 0,
// softmaxMax -inf and softmaxSum 0. A key that is left out has the weight 0, and does not count,
// whatever value has there; so has one whose score is more than 87 below the largest.
// Accuracy: scores are added as the products of aclnnMm in FLOAT, of all dtypes; they are scaled in
// DOUBLE, and rounded to FLOAT once. Weights are within 1 ULP, in FLOAT, and added in DOUBLE in the
// order of keys. Results are products of FLOAT, divided in DOUBLE, rounded once.
// Products: Atlas A2 training products (Ascend 910B).
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionScoreGetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value,
    const aclTensor* realShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclIntArray* prefixOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut,
    const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionScore(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         const aclrtStream stream);

// The same with pseType, which says whether realShift is added before the scale, or made of slopes.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionScoreV2GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value,
    const aclTensor* realShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclIntArray* prefixOptional, const aclIntArray* qStartIdxOptional,
    const aclIntArray* kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionScoreV2(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           const aclrtStream stream);

// Checks the arguments and prepares a run. The positions of batches lie one after another, and the
// queries of each batch see its keys alone. Tq and Tkv are the positions of all batches, Sq and Skv
// those of one.
//
// query: [Tq, N, D]. FLOAT16, BFLOAT16 or FLOAT. D is at most 768.
// key: [Tkv, Nkv, D], of the same dtype; N is a multiple of Nkv.
// value: as key, but a head may have less elements.
// queryRope, keyRope: of aclnnFlashAttentionVarLenScoreV3 alone: [Tq, N, Dr] and [Tkv, Nkv, Dr], of
//   the same dtype, where Dr is at most D. Their products are added to those of query and key. Or
//   both are null. With them attenMaskOptional may not be null (161001), and keepProb is 1.
// realShiftOptional: what is added to products, of the same dtype, along one axis. It has [N, Sq,
//   Skv] of each batch, or [N, 1, Skv], one after another. Where batches have one size, also [B, N,
//   Sq, Skv], [B, N, 1, Skv] or [1, N, Sq, Skv]. Null, and no elements, add nothing. With a pseType
//   of 2 or 3 slopes, as aclnnFlashAttentionScoreV2 has them; each batch has as many keys as
//   queries.
//   aclnnFlashAttentionVarLenScoreV3 takes no elements. Where sparseMode is 7 it has none. Where
//   that is 8 it has slopes, or none.
// dropMaskOptional: UINT8 along one axis. It has a bit for each element of [N, Sq, Skv], batch
//   after batch, the low ones of a byte first: 1 keeps a weight. Null, and no elements, keep all,
//   and keepProb does not count. aclnnFlashAttentionVarLenScoreV3 takes no elements.
// paddingMaskOptional: null, or without elements, as it is not supported.
// attenMaskOptional: BOOL or UINT8; what is not 0 leaves a key out. [Sq, Skv] of the longest
//   batches, or more, for all batches alike. It may have [B, N], [B, 1] or [1, 1] before. Where
//   sparseMode is 2, 3, 4, 7 or 8 it is [2048, 2048]. Where that is 6 it is [3072, 2048]. It may
//   have two axes of 1 before. In these modes its elements are not read. With null, every query
//   sees every key of its batch, whatever sparseMode is.
// prefixOptional: where sparseMode is 6 a number for each batch, from 0 or Skv - Sq, what is more,
//   to Skv. Else not looked at.
// actualSeqQLenOptional: how many positions of query there are up to the end of each batch; not
//   null. The last number is Tq. Zeros may follow, for batches that do not take part; then it may
//   be less.
// actualSeqKvLenOptional: the same of key, for as many batches; not null. The last number is Tkv.
// qStartIdxOptional, kvStartIdxOptional: of aclnnFlashAttentionVarLenScoreV2 and V3. As
//   aclnnFlashAttentionScoreV2 has them, of every batch.
// scaleValue: what scores are multiplied by.
// keepProb: the share of weights that dropMask keeps, above 0, at most 1.
// preTokens, nextTokens: where sparseMode is 0, query i of a batch sees its keys from i - preTokens
//   to i + nextTokens. Where it is 4, the same with i + Skv - Sq in the place of i. Where it is 7
//   or 8, that is so in one batch. Their sum is at least 0. Else not looked at.
// headNum: the number of heads of the queries, N.
// inputLayout: "TND", the only layout of packed positions.
// innerPrecise: a mode of precision; not looked at.
// sparseMode: 0, or 1, where only attenMask counts; 2: query i sees keys up to i; 3: up to i + Skv
//   - Sq; 4: see preTokens; 6: as 3, and the first keys, as many as prefix says. 7: as 3, but the
//   last batch with queries as 4. 8: as 2, but the first batch with queries as 4.
// pseType: of aclnnFlashAttentionVarLenScoreV2 and V3. As aclnnFlashAttentionScoreV2 has it; V3
//   takes 0 and 1 alone, as it has no bias.
// softmaxOutLayout: of aclnnFlashAttentionVarLenScoreV4 alone: "same_as_input", or "", which is
//   what the other versions do. Elements of softmaxMaxOut and softmaxSumOut lie alike with both.
// softmaxMaxOut, softmaxSumOut: receive the largest score of each row, and the sum of its weights.
//   FLOAT, [Tq, N, 8], eight times.
// softmaxOutOut: not looked at; may be null.
// attentionOutOut: receives the result, of the dtype of query: [Tq, N, the elements of a head of
//   value]. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnFlashAttentionVarLenScore;
//   currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnFlashAttentionScore. Queries behind the last batch have the results
// of one that sees no key.
// Accuracy: that of aclnnFlashAttentionScore, with the same bits for each batch.
// Products: Atlas A2 training products (Ascend 910B).
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionVarLenScoreGetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value,
    const aclTensor* realShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclIntArray* prefixOptional, const aclIntArray* actualSeqQLenOptional,
    const aclIntArray* actualSeqKvLenOptional, double scaleValue, double keepProb,
    int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut,
    const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionVarLenScore(void* workspace,
                                                               uint64_t workspaceSize,
                                                               aclOpExecutor* executor,
                                                               const aclrtStream stream);

// The same with pseType, which says whether realShift is added before the scale, or made of slopes.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionVarLenScoreV2GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value,
    const aclTensor* realShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclIntArray* prefixOptional, const aclIntArray* actualSeqQLenOptional,
    const aclIntArray* actualSeqKvLenOptional, const aclIntArray* qStartIdxOptional,
    const aclIntArray* kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionVarLenScoreV2(void* workspace,
                                                                 uint64_t workspaceSize,
                                                                 aclOpExecutor* executor,
                                                                 const aclrtStream stream);

// The same with queryRope and keyRope.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionVarLenScoreV3GetWorkspaceSize(
    const aclTensor* query, const aclTensor* queryRope, const aclTensor* key,
    const aclTensor* keyRope, const aclTensor* value, const aclTensor* realShiftOptional,
    const aclTensor* dropMaskOptional, const aclTensor* paddingMaskOptional,
    const aclTensor* attenMaskOptional, const aclIntArray* prefixOptional,
    const aclIntArray* actualSeqQLenOptional, const aclIntArray* actualSeqKvLenOptional,
    const aclIntArray* qStartIdxOptional, const aclIntArray* kvStartIdxOptional, double scaleValue,
    double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout,
    int64_t innerPrecise, int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionVarLenScoreV3(void* workspace,
                                                                 uint64_t workspaceSize,
                                                                 aclOpExecutor* executor,
                                                                 const aclrtStream stream);

// The same as aclnnFlashAttentionVarLenScore with softmaxOutLayout.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionVarLenScoreV4GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value,
    const aclTensor* realShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclIntArray* prefixOptional, const aclIntArray* actualSeqQLenOptional,
    const aclIntArray* actualSeqKvLenOptional, double scaleValue, double keepProb,
    int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, char* softmaxOutLayout, const aclTensor* softmaxMaxOut,
    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionVarLenScoreV4(void* workspace,
                                                                 uint64_t workspaceSize,
                                                                 aclOpExecutor* executor,
                                                                 const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_H_
