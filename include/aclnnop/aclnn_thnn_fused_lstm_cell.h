// aclnnThnnFusedLstmCell: a step of long short-term memory, whose products of matrices are there.
//
//   a  = inputGates + hiddenGates + inputBias + hiddenBias
//   i = s(a_i), f = s(a_f), g = tanh(a_g), o = s(a_o), where s(x) = 1 / (1 + exp(-x))
//   cy = f cx + i g
//   hy = o tanh(cy)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H_
#define OPENACLNN_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. Only both biases may be null, and together (161001). B
// is the batch and H the elements of a hidden state.
//
// inputGates: the products with the input, [B, 4 * H], of the gates i, f, g and o. FLOAT or
//   FLOAT16, in any layout, as all tensors here. CANN's page has g before f, its kernel has not.
// hiddenGates: the products with the hidden state. Same dtype and shape.
// cx: the cell before the step, [B, H]. Same dtype.
// inputBiasOptional: null, or a bias, [4 * H]. Same dtype.
// hiddenBiasOptional: null, or the other bias, with the same dtype and shape.
// hyOut: receives the hidden state, [B, H]. Same dtype.
// cyOut: receives the cell, [B, H]. Same dtype.
// storageOut: receives i, f, g and o, [B, 4 * H]. Same dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnThnnFusedLstmCell.
// executor: receives the executor.
//
// Special values. As those of the functions: s(-inf) is 0, s(inf) 1, and 0 * inf NaN.
// Accuracy: computed in DOUBLE, and each result is rounded once to FLOAT, and from that to FLOAT16.
// Within 0.6 ULP of FLOAT and what the sum of a cell loses where its terms cancel.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnThnnFusedLstmCellGetWorkspaceSize(
    const aclTensor* inputGates, const aclTensor* hiddenGates, const aclTensor* cx,
    const aclTensor* inputBiasOptional, const aclTensor* hiddenBiasOptional, aclTensor* hyOut,
    aclTensor* cyOut, aclTensor* storageOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnThnnFusedLstmCell(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H_
