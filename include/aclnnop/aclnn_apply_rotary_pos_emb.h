// aclnnApplyRotaryPosEmb: pairs of elements of queries and keys are rotated by the angles of their
// positions, in place.
//
//   queryRef = queryRef * cos + rotated(queryRef) * sin,   keyRef the same
//   rotated(x): each pair (a, b), a in the first half of the last axis and b in the second one,
//     becomes (-b, a)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_H_
#define OPENACLNN_ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// queryRef: four axes, perhaps without elements. FLOAT16, BFLOAT16 or FLOAT. Receives its result.
// keyRef: the same; its shape may differ in the number of heads.
// cos: the cosines, in the shape of queryRef with 1 in the place of any size but the last, and of
// the
//   number of heads. The dtype of queryRef.
// sin: the sines. Same dtype and shape as cos.
// layout: 1: the axes are batch, position, head and element.
// workspaceSize: receives the bytes of workspace to pass to aclnnApplyRotaryPosEmb.
// executor: receives the executor.
//
// Special values. A NaN or an infinity gives what IEEE arithmetic makes of the formula.
// Accuracy: products and sums are those of doubles. Each result is rounded once: within 0.51 ULP in
// FLOAT.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyRotaryPosEmbGetWorkspaceSize(
    aclTensor* queryRef, aclTensor* keyRef, const aclTensor* cos, const aclTensor* sin,
    int64_t layout, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyRotaryPosEmb(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_H_
