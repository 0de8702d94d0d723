// aclnnThnnFusedLstmCellBackward: the gradients of aclnnThnnFusedLstmCell.
//
//   gradC     = gradC + gradHy o (1 - tanh(cy)^2)
//   gradGates = gradC g i (1 - i), gradC cx f (1 - f), gradC i (1 - g^2),
//               gradHy tanh(cy) o (1 - o), of the gates i, f, g and o
//   gradCx    = gradC f
//   gradBias  = the sum of the rows of gradGates
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Only the first two may be null (161001). B is the batch
// and H the elements of a hidden state.
//
// gradHyOptional: the gradient by hyOut, [B, H]. Null: it is 0. FLOAT or FLOAT16, in any layout, as
//   all tensors here.
// gradCOptional: the gradient by cyOut, with the same shape. Null: it is 0. Same dtype.
// cx: the cell before the step, [B, H]. Same dtype.
// cy: the cell after it, as aclnnThnnFusedLstmCell gave it in cyOut, [B, H]. Same dtype.
// storage: what it gave in storageOut, [B, 4 * H]. Same dtype.
// hasBias: whether gradBiasOut is wanted.
// gradGatesOut: receives the gradient by the sum of the gates, [B, 4 * H]. Same dtype.
// gradCxOut: receives the gradient by cx, [B, H]. Same dtype.
// gradBiasOut: receives the gradient by each bias, [4 * H], if hasBias is true; else it is of any
//   shape and not written. Same dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnThnnFusedLstmCellBackward.
// executor: receives the executor.
//
// Special values. As those of the products. Without a batch gradBiasOut is 0.
// Accuracy: computed in DOUBLE, and each result is rounded once to FLOAT, and from that to FLOAT16.
// The sums of gradBiasOut are those of gates that were rounded to FLOAT, added in DOUBLE.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnThnnFusedLstmCellBackwardGetWorkspaceSize(
    const aclTensor* gradHyOptional, const aclTensor* gradCOptional, const aclTensor* cx,
    const aclTensor* cy, const aclTensor* storage, bool hasBias, aclTensor* gradGatesOut,
    aclTensor* gradCxOut, aclTensor* gradBiasOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnThnnFusedLstmCellBackward(void* workspace,
                                                               uint64_t workspaceSize,
                                                               aclOpExecutor* executor,
                                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H_
