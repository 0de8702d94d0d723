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
// pseShiftOptional: its realShift, or null.
// dropMaskOptional, paddingMaskOptional, attenMaskOptional: as it took them.
// softmaxMaxOptional, softmaxSumOptional: what it gave, FLOAT, [B, N, Sq, 8]. The first of eight
//   counts.
// softmaxInOptional: not looked at; may be null.
// attentionInOptional: what it gave as attentionOut.
// prefixOptional, scaleValue, keepProb, preTokens, nextTokens: as it took them.
// headNum, inputLayout, innerPrecise, sparseMode: as it took them.
// qStartIdxOptional, kvStartIdxOptional: of aclnnFlashAttentionScoreGradV2 alone, and not read, as
//   they are for a bias that is computed.
// pseType: of aclnnFlashAttentionScoreGradV2 alone. 1: as above; 0: S = scaleValue * (query @
//   keyIn^T) + pseShift, and dpse = dS. With 2 and 3 pseShift would be computed, which is not
//   supported.
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

// The same with pseType, which says whether pseShift was added before the scale.
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

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H_
