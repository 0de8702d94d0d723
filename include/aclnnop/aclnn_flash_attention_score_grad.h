// aclnnFlashAttentionScoreGrad and aclnnFlashAttentionScoreGradV2: the gradients of
// aclnnFlashAttentionScore and aclnnFlashAttentionScoreV2.
//
//   P    = e^(S - softmaxMax) / softmaxSum, S = scaleValue * (query @ keyIn^T + pseShift)
//   dv   = (dropMask(P) / keepProb)^T @ dy
//   dS   = P * (dropMask(dy @ value^T) / keepProb - sum(dy * attentionIn))
//   dq   = scaleValue * dS @ keyIn, dk = scaleValue * dS^T @ query, dpse = scaleValue * dS
//
// B is the batch, and N the number of heads of query. Sq and Skv are the positions of queries and
// of keys, and D is the elements of a head.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. query, keyIn, value, dy, softmaxMaxOptional,
// softmaxSumOptional, attentionInOptional, inputLayout, dqOut, dkOut and dvOut may not be null
// (161001).
//
// query, keyIn, value: as aclnnFlashAttentionScore took them.
// dy: the gradient by its attentionOut, with that dtype and shape.
// pseShiftOptional: its realShift, or null; with a pseType of 2 or 3 its slopes.
// dropMaskOptional, paddingMaskOptional, attenMaskOptional: as it took them.
// softmaxMaxOptional, softmaxSumOptional: what it gave, FLOAT, [B, N, Sq, 8]. The first of eight
//   counts.
// softmaxInOptional: not looked at; may be null.
// attentionInOptional: what it gave as attentionOut.
// prefixOptional, scaleValue, keepProb, preTokens, nextTokens: as it took them.
// headNum, inputLayout, innerPrecise, sparseMode: as it took them.
// qStartIdxOptional, kvStartIdxOptional: of aclnnFlashAttentionScoreGradV2 alone, as
//   aclnnFlashAttentionScoreV2 took them.
// pseType: of aclnnFlashAttentionScoreGradV2 alone. 1: as above; 0: S = scaleValue * (query @
//   keyIn^T) + pseShift, and dpse = dS. 2 and 3: the same, where the bias is made of slopes as
//   aclnnFlashAttentionScoreV2 says, and dpse is 0.
// dqOut, dkOut, dvOut: receive the gradients by query, keyIn and value, with their dtype and their
//   shapes. Those of heads that share keys are added.
// dpseOut: receives the gradient by pseShift, with its dtype and shape, unless it is null or has no
//   elements. Gradients are added along axes of 1. Without pseShift it is not looked at.
// workspaceSize: receives the bytes of workspace to pass to aclnnFlashAttentionScoreGrad; currently
//   0.
// executor: receives the executor.
//
// Special values. A weight P of 0 has no gradient, and does not count, whatever the other factors
// are. Where softmaxSum is 0, as of a query that sees no key, P is 0. S - softmaxMax counts as 88
// where it is more.
// Accuracy: S, P and their gradients are FLOAT: products as those of aclnnMm in FLOAT, of all
// dtypes, exponentials within 1 ULP. The sum of dy * attentionIn is added in DOUBLE. dq, dk, dv and
// dpse are scaled in DOUBLE and rounded once.
// Products: Atlas A2 training products (Ascend 910B).
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionScoreGradGetWorkspaceSize(
    const aclTensor* query, const aclTensor* keyIn, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pseShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclTensor* softmaxMaxOptional, const aclTensor* softmaxSumOptional,
    const aclTensor* softmaxInOptional, const aclTensor* attentionInOptional,
    const aclIntArray* prefixOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, const aclTensor* dqOut, const aclTensor* dkOut, const aclTensor* dvOut,
    const aclTensor* dpseOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionScoreGrad(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             const aclrtStream stream);

// The same with pseType, which says whether pseShift was added before the scale, or made of slopes.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionScoreGradV2GetWorkspaceSize(
    const aclTensor* query, const aclTensor* keyIn, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pseShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclTensor* softmaxMaxOptional, const aclTensor* softmaxSumOptional,
    const aclTensor* softmaxInOptional, const aclTensor* attentionInOptional,
    const aclIntArray* prefixOptional, const aclIntArray* qStartIdxOptional,
    const aclIntArray* kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor* dqOut, const aclTensor* dkOut,
    const aclTensor* dvOut, const aclTensor* dpseOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionScoreGradV2(void* workspace,
                                                               uint64_t workspaceSize,
                                                               aclOpExecutor* executor,
                                                               const aclrtStream stream);

// Checks the arguments and prepares a run: the gradients of aclnnFlashAttentionVarLenScore. The
// positions of batches lie one after another. Tq and Tkv are the positions of all batches, Sq and
// Skv those of one.
//
// query: [Tq, N, D]. FLOAT16, BFLOAT16 or FLOAT. D is at most 768.
// keyIn: [Tkv, Nkv, D], of the same dtype; N is a multiple of Nkv.
// value: as keyIn, but a head may have less elements.
// dy: the gradient by the result: [Tq, N, the elements of a head of value], of the same dtype.
// queryRope, keyInRope: of aclnnFlashAttentionUnpaddingScoreGradV3 alone, as
//   aclnnFlashAttentionVarLenScoreV3 took them. With them attenMaskOptional may not be null
//   (161001), and keepProb is 1.
// pseShiftOptional: what aclnnFlashAttentionVarLenScore, or its later versions, took as realShift.
// dropMaskOptional: UINT8 along one axis. It has a bit for each element of [N, Sq, Skv], batch
//   after batch, the low ones of a byte first: 1 keeps a weight. Null, and no elements, keep all,
//   and keepProb does not count. aclnnFlashAttentionUnpaddingScoreGradV3 takes no elements.
// paddingMaskOptional: null, or without elements, as it is not supported.
// attenMaskOptional: as aclnnFlashAttentionVarLenScore took it: BOOL or UINT8, [Sq, Skv] of the
//   longest batches, or more, or what sparseMode says.
// softmaxMaxOptional, softmaxSumOptional: what aclnnFlashAttentionVarLenScore gave. FLOAT, [Tq, N,
//   8].
// softmaxInOptional: not looked at; may be null.
// attentionInOptional: the result that it gave.
// prefixOptional: as it took it.
// actualSeqQLenOptional: how many positions of query there are up to the end of each batch; not
//   null. The last number is Tq. Zeros may follow, for batches that do not take part; then it may
//   be less.
// actualSeqKvLenOptional: the same of key, for as many batches; not null. The last number is Tkv.
// qStartIdxOptional, kvStartIdxOptional: of aclnnFlashAttentionUnpaddingScoreGradV2 and V3. As
//   aclnnFlashAttentionScoreGradV2 has them, of every batch.
// scaleValue: what scores are multiplied by.
// keepProb: the share of weights that dropMask keeps, above 0, at most 1.
// preTokens, nextTokens: as it took them.
// headNum: the number of heads of the queries, N.
// inputLayout: "TND", the only layout of packed positions.
// innerPrecise: a mode of precision; not looked at.
// sparseMode: as it took it: 0 to 4, 6, 7 or 8.
// pseType: of aclnnFlashAttentionUnpaddingScoreGradV2 and V3. As aclnnFlashAttentionScoreGradV2 has
//   it; V3 takes 0 and 1 alone, as it has no bias.
// dqOut, dkOut, dvOut: receive the gradients by query, keyIn and value, of their dtypes and shapes.
//   Share no memory with inputs.
// dqRopeOut, dkRopeOut: of aclnnFlashAttentionUnpaddingScoreGradV3 alone. Receive the gradients by
//   queryRope and keyInRope, with their dtype and shapes, unless they are null or have no elements.
// dpseOut: receives the gradient by pseShift, with its dtype and shape, unless it is null or has no
//   elements. Gradients are added along axes of 1. That by slopes is 0. Without pseShift it is not
//   looked at, and aclnnFlashAttentionUnpaddingScoreGradV3 never does.
// softmaxInLayout: of aclnnFlashAttentionUnpaddingScoreGradV4 alone: "same_as_input", or "".
//   Elements of softmaxMaxOptional and softmaxSumOptional lie alike with both.
// workspaceSize: receives the bytes of workspace to pass to aclnnFlashAttentionUnpaddingScoreGrad;
//   currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnFlashAttentionScoreGrad. Positions behind the last batch have
// gradients of 0.
// Accuracy: that of aclnnFlashAttentionScoreGrad, with the same bits for each batch.
// Products: Atlas A2 training products (Ascend 910B).
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionUnpaddingScoreGradGetWorkspaceSize(
    const aclTensor* query, const aclTensor* keyIn, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pseShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclTensor* softmaxMaxOptional, const aclTensor* softmaxSumOptional,
    const aclTensor* softmaxInOptional, const aclTensor* attentionInOptional,
    const aclIntArray* prefixOptional, const aclIntArray* actualSeqQLenOptional,
    const aclIntArray* actualSeqKvLenOptional, double scaleValue, double keepProb,
    int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, const aclTensor* dqOut, const aclTensor* dkOut, const aclTensor* dvOut,
    const aclTensor* dpseOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionUnpaddingScoreGrad(void* workspace,
                                                                      uint64_t workspaceSize,
                                                                      aclOpExecutor* executor,
                                                                      const aclrtStream stream);

// The same with pseType, which says whether pseShift was added before the scale, or made of slopes.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV2GetWorkspaceSize(
    const aclTensor* query, const aclTensor* keyIn, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pseShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclTensor* softmaxMaxOptional, const aclTensor* softmaxSumOptional,
    const aclTensor* softmaxInOptional, const aclTensor* attentionInOptional,
    const aclIntArray* prefixOptional, const aclIntArray* actualSeqQLenOptional,
    const aclIntArray* actualSeqKvLenOptional, const aclIntArray* qStartIdxOptional,
    const aclIntArray* kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor* dqOut, const aclTensor* dkOut,
    const aclTensor* dvOut, const aclTensor* dpseOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV2(void* workspace,
                                                                        uint64_t workspaceSize,
                                                                        aclOpExecutor* executor,
                                                                        const aclrtStream stream);

// The same with queryRope and keyInRope.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV3GetWorkspaceSize(
    const aclTensor* query, const aclTensor* queryRope, const aclTensor* keyIn,
    const aclTensor* keyInRope, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pseShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclTensor* softmaxMaxOptional, const aclTensor* softmaxSumOptional,
    const aclTensor* softmaxInOptional, const aclTensor* attentionInOptional,
    const aclIntArray* prefixOptional, const aclIntArray* actualSeqQLenOptional,
    const aclIntArray* actualSeqKvLenOptional, const aclIntArray* qStartIdxOptional,
    const aclIntArray* kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor* dqOut, const aclTensor* dqRopeOut,
    const aclTensor* dkOut, const aclTensor* dkRopeOut, const aclTensor* dvOut,
    const aclTensor* dpseOut, uint64_t* workspaceSize, aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV3(void* workspace,
                                                                        uint64_t workspaceSize,
                                                                        aclOpExecutor* executor,
                                                                        const aclrtStream stream);

// The same as aclnnFlashAttentionUnpaddingScoreGrad with softmaxInLayout.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV4GetWorkspaceSize(
    const aclTensor* query, const aclTensor* keyIn, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pseShiftOptional, const aclTensor* dropMaskOptional,
    const aclTensor* paddingMaskOptional, const aclTensor* attenMaskOptional,
    const aclTensor* softmaxMaxOptional, const aclTensor* softmaxSumOptional,
    const aclTensor* softmaxInOptional, const aclTensor* attentionInOptional,
    const aclIntArray* prefixOptional, const aclIntArray* actualSeqQLenOptional,
    const aclIntArray* actualSeqKvLenOptional, double scaleValue, double keepProb,
    int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, const aclTensor* dqOut, const aclTensor* dkOut, const aclTensor* dvOut,
    const aclTensor* dpseOut, char* softmaxInLayout, uint64_t* workspaceSize,
    aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV4(void* workspace,
                                                                        uint64_t workspaceSize,
                                                                        aclOpExecutor* executor,
                                                                        const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H_
