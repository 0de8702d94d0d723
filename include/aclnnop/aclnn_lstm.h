// aclnnLSTM: long short-term memory, a recurrent network of one or more layers.
//
//   i_t = s(W_ii x_t + b_ii + W_hi h_(t-1) + b_hi)
//   f_t = s(W_if x_t + b_if + W_hf h_(t-1) + b_hf)
//   g_t = tanh(W_ig x_t + b_ig + W_hg h_(t-1) + b_hg)
//   o_t = s(W_io x_t + b_io + W_ho h_(t-1) + b_ho)
//   c_t = f_t c_(t-1) + i_t g_t
//   h_t = o_t tanh(c_t)
//
// where s(x) = 1 / (1 + exp(-x)). The first layer reads the input, the others what all directions
// of the layer before gave. The second direction of a layer goes from the last step to the first
// one.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LSTM_H_
#define OPENACLNN_ACLNNOP_ACLNN_LSTM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. input, params, output, hy and cy may not be null
// (161001); nor, if train is true, the lists of outputs. T, B, I and H are the numbers of steps, of
// the batch, of an input and of a hidden state. L is that of layers, and D 1, or 2 if bidirectional
// is true.
//
// input: the inputs of all steps, [T, B, I], or [B, T, I] if batchFirst is true. If batchSizes is
//   given, [T * B, I], one step after the other. FLOAT or FLOAT16, in any layout, as all tensors
//   here.
// params: the weights and biases of each layer and, within it, of each direction. W_i is
//   [4 * H, I], in layers after the first one [4 * H, D * H]. W_h is [4 * H, H]. If hasBias is
//   true, b_i and b_h follow, [4 * H] each. The gates stand in the order i, f, g, o. Same dtype as
//   input.
// hx: the first hidden states and the first cells, each [L * D, B, H]; or null or no members: they
//   are 0. Same dtype as input.
// batchSizes: null, or INT64 [T]: how many of the first rows of the batch each step has, from 0 to
//   B. The other rows keep their states; their output is 0. batchFirst then counts for nothing.
// hasBias: whether params has biases.
// numLayers: the number L of layers, at least 1.
// dropout: counts for nothing, as in CANN.
// train: whether what gradients need is written to the lists of outputs.
// bidirectional: whether each layer has a second direction.
// batchFirst: whether the batch is the first axis of input and output.
// output: receives the hidden states of the last layer: [T, B, D * H], or with batchFirst
//   [B, T, D * H]. Those of the second direction stand behind those of the first one. Dtype of
//   input.
// hy: receives the last hidden state of each layer and direction, [L * D, B, H]. Dtype of input.
// cy: receives the last cell of each, with the same shape and dtype.
// iOut: receives i_t of each layer and direction, [T, B, H] each, if train is true. Dtype of input.
// jOut: receives g_t in the same way.
// fOut: receives f_t in the same way.
// oOut: receives o_t in the same way.
// hOut: receives h_t in the same way.
// cOut: receives c_t in the same way.
// tanhCOut: receives tanh(c_t) in the same way. Rows that a step does not have keep their states in
//   hOut and cOut. In the other lists they get 0.
// workspaceSize: receives the bytes of workspace to pass to aclnnLSTM.
// executor: receives the executor.
//
// Special values. As those of the functions and products. A NaN or infinity stays in its row of the
// batch. Without hx nothing is multiplied by the first states. If T is 0, hy and cy are the first
// states. A number of batchSizes beyond B fails the run, and nothing is written.
// Accuracy: the products of a step are those of aclnnMm in FLOAT, also where the dtype is FLOAT16.
// The rest of a step is computed in DOUBLE; h_t, c_t and what is kept are rounded once to FLOAT,
// and from that to FLOAT16.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLSTMGetWorkspaceSize(
    const aclTensor* input, const aclTensorList* params, const aclTensorList* hx,
    const aclTensor* batchSizes, bool hasBias, int64_t numLayers, double dropout, bool train,
    bool bidirectional, bool batchFirst, aclTensor* output, aclTensor* hy, aclTensor* cy,
    aclTensorList* iOut, aclTensorList* jOut, aclTensorList* fOut, aclTensorList* oOut,
    aclTensorList* hOut, aclTensorList* cOut, aclTensorList* tanhCOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLSTM(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LSTM_H_
