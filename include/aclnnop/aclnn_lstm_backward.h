// aclnnLstmBackward: the gradients of aclnnLSTM by its input, its first states, weights and biases.
//
// Layers come from the last one to the first one, and so do the steps of each. In these,
// dh and dc are the gradients by a hidden state and by a cell:
//
//   dh_t = dy_t + what the next step gives to h_t
//   dc_t = dh_t o_t (1 - tanh(c_t)^2) + dc_(t+1) f_(t+1)
//   da_t = dc_t g_t i_t (1 - i_t), dc_t c_(t-1) f_t (1 - f_t), dc_t i_t (1 - g_t^2),
//          dh_t tanh(c_t) o_t (1 - o_t), the gates i, f, g and o
//   dx_t = W_i^T da_t, and W_h^T da_t for h_(t-1)
//   dW_i = the sum of da_t x_t^T, dW_h = the sum of da_t h_(t-1)^T, db_i = db_h = the sum of da_t
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LSTM_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_LSTM_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. T, B, I and H are the numbers of steps, of the batch, of
// an input and of a hidden state. L is that of layers, and D 1, or 2 if bidirectional is true. All
// but dy, dh, dc, batchSizesOptional and outputMask may not be null (161001).
//
// input: the inputs, as aclnnLSTM took them. FLOAT or FLOAT16, in any layout, as all tensors here.
// hx: the first hidden states and the first cells, [L * D, B, H] each. Same dtype as input.
// params: the weights and biases, as aclnnLSTM took them.
// dy: the gradient by output, [T, B, D * H], or [B, T, D * H] if batchFirst is true. If
//   batchSizesOptional is given, [T * B, D * H] or [T, B, D * H]. Null: it is 0. Dtype of input.
// dh: the gradient by hy, [L * D, B, H]. Null: it is 0. Same dtype as input.
// dc: the gradient by cy, with the same shape. Null: it is 0. Same dtype as input.
// i: what aclnnLSTM gave in iOut, with one tensor for each layer and direction.
// g: what it gave in jOut.
// f: what it gave in fOut.
// o: what it gave in oOut.
// h: what it gave in hOut.
// c: what it gave in cOut.
// tanhc: what it gave in tanhCOut.
// batchSizesOptional: null, or the batchSizes that aclnnLSTM took.
// hasBias: whether params has biases.
// numLayers: the number L of layers, at least 1.
// dropout: counts for nothing, as in CANN.
// train: counts for nothing, as in CANN.
// bidirectional: whether each layer has a second direction.
// batchFirst: whether the batch is the first axis of input, dy and dxOut.
// outputMask: counts for nothing, as in CANN: all gradients are computed. May be null.
// dxOut: receives the gradient by input. Same dtype and shape.
// dhPrevOut: receives the gradient by the first hidden states, [L * D, B, H]. Dtype of input.
// dcPrevOut: receives the gradient by the first cells, with the same shape and dtype.
// dparamsOut: receives the gradients by params, with the same count, dtype and shapes.
// workspaceSize: receives the bytes of workspace to pass to aclnnLstmBackward.
// executor: receives the executor.
//
// Special values. As those of the products and sums. Rows that a step does not have count for
// nothing, whatever they hold; dxOut is 0 there. A number of batchSizesOptional beyond B fails the
// run, and nothing is written.
// Accuracy: the products are those of aclnnMm in FLOAT, also where the dtype is FLOAT16. Those of
// dW go over the rows of input in their order. The rest of a step is computed in DOUBLE, and each
// da_t is rounded once to FLOAT. Biases are summed in DOUBLE. Results are rounded to FLOAT, and
// from that to FLOAT16; dxOut once more where there are two directions.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLstmBackwardGetWorkspaceSize(
    const aclTensor* input, const aclTensorList* hx, const aclTensorList* params,
    const aclTensor* dy, const aclTensor* dh, const aclTensor* dc, const aclTensorList* i,
    const aclTensorList* g, const aclTensorList* f, const aclTensorList* o, const aclTensorList* h,
    const aclTensorList* c, const aclTensorList* tanhc, const aclTensor* batchSizesOptional,
    bool hasBias, int64_t numLayers, double dropout, bool train, bool bidirectional,
    bool batchFirst, const aclBoolArray* outputMask, aclTensor* dxOut, aclTensor* dhPrevOut,
    aclTensor* dcPrevOut, aclTensorList* dparamsOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLstmBackward(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LSTM_BACKWARD_H_
