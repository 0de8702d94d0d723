// aclnnApplyTopKTopP: the elements of each row that are likely enough, and -inf for the others.
//
// Before a token is drawn, the k largest logits are left, and of these the most likely ones whose
// probabilities come to p. In ascending order of a row, equal elements in the order of their
// indices:
//
//   out[b, v] = -inf  if logits[b, v] is below the k[b]-th largest element of its row
//   out[b, v] = -inf  if the probabilities up to that of v, softmax of what is left, have a sum of
//                     at most 1 - p[b], unless v is the last one
//   out[b, v] = logits[b, v] otherwise
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_APPLY_TOP_K_TOP_P_H_
#define OPENACLNN_ACLNNOP_ACLNN_APPLY_TOP_K_TOP_P_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. p or k may be null, which leaves all that it would take
// away. Both may not (161001), nor the others.
//
// logits: rows of elements, [B, V]. FLOAT16, BFLOAT16 or FLOAT.
// p: for each row the probability that is left, from 0 to 1: [B], of the same dtype.
// k: for each row how many elements are left: INT32, [B]. All are if it is below 1, or V or more.
// out: receives the elements. Same dtype and shape. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnApplyTopKTopP: the elements in
//   order, and 8 for the index of each.
// executor: receives the executor.
//
// Special values. NaN is larger than all numbers. Where a row has one, or an infinity that is not
// below 0, p takes nothing away; nor does a p above 1, or NaN. With a p of 1 elements go whose
// probability is 0, and with one of 0, or less, all except the last one. Elements that are left
// keep their bits.
// Accuracy: probabilities are DOUBLEs, and so are 1 - p and the sums, in ascending order of
// elements.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyTopKTopPGetWorkspaceSize(
    const aclTensor* logits, const aclTensor* p, const aclTensor* k, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnApplyTopKTopP(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_APPLY_TOP_K_TOP_P_H_
