// aclnnRecurrentGatedDeltaRule: linear attention with a state that decays. Every call is refused,
// as programs that include this header make none.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_RECURRENT_GATED_DELTA_RULE_H_
#define OPENACLNN_ACLNNOP_ACLNN_RECURRENT_GATED_DELTA_RULE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Both phases return 561112.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRecurrentGatedDeltaRuleGetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* beta,
    aclTensor* stateRef, const aclTensor* actualSeqLengths, const aclTensor* ssmStateIndices,
    const aclTensor* g, const aclTensor* gk, const aclTensor* numAcceptedTokens, float scaleValue,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnRecurrentGatedDeltaRule(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_RECURRENT_GATED_DELTA_RULE_H_
