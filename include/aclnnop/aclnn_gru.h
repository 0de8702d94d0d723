// aclnnGRU: gated recurrent units, a recurrent network of one or more layers.
//
//   r_t = s(W_ir x_t + b_ir + W_hr h_(t-1) + b_hr)
//   z_t = s(W_iz x_t + b_iz + W_hz h_(t-1) + b_hz)
//   m_t = W_hn h_(t-1) + b_hn
//   n_t = tanh(W_in x_t + b_in + r_t m_t)
//   h_t = (1 - z_t) n_t + z_t h_(t-1)
//
// where s(x) = 1 / (1 + exp(-x)). The first layer reads the input, the others what all directions
// of the layer before gave. The second direction of a layer goes from the last step to the first
// one.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GRU_H_
#define OPENACLNN_ACLNNOP_ACLNN_GRU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. input, params, output and hy may not be null (161001);
// nor, if train is true, the lists of outputs. T, B, I and H are the numbers of steps, of the
// batch, of an input and of a hidden state. L is that of layers, and D 1, or 2 if bidirection is
// true.
//
// input: the inputs of all steps, [T, B, I], or [B, T, I] if batchFirst is true. FLOAT or FLOAT16,
//   in any layout, as all tensors here.
// params: the weights and biases of each layer and, within it, of each direction. W_i is
//   [3 * H, I], in layers after the first one [3 * H, D * H]. W_h is [3 * H, H]. If hasBias is
//   true, b_i and b_h follow, [3 * H] each. The gates stand in the order r, z, n. Same dtype as
//   input.
// hx: the first hidden states, [L * D, B, H], or null: they are 0. Same dtype as input.
// batchSizes: null, as packed sequences are not known (161002).
// hasBias: whether params has biases.
// numLayers: the number L of layers, at least 1.
// dropout: counts for nothing, as in CANN.
// train: whether what gradients need is written to the lists of outputs.
// bidirection: whether each layer has a second direction.
// batchFirst: whether the batch is the first axis of input and output.
// output: receives the hidden states of the last layer: [T, B, D * H], or with batchFirst
//   [B, T, D * H]. Those of the second direction stand behind those of the first one. Dtype of
//   input.
// hy: receives the last hidden state of each layer and direction, [L * D, B, H]. Dtype of input.
// rOut: receives r_t of each layer and direction, [T, B, H] each, if train is true. Dtype of input.
// zOut: receives z_t in the same way.
// nOut: receives n_t in the same way.
// hnOut: receives m_t in the same way.
// hOut: receives h_t in the same way.
// workspaceSize: receives the bytes of workspace to pass to aclnnGRU.
// executor: receives the executor.
//
// Special values. As those of the functions and products. A NaN of a state stays in its row of the
// batch. Without hx nothing is multiplied by the first states. If T is 0, hy is the first states.
// Accuracy: the products of a step are those of aclnnMm in FLOAT, also where the dtype is FLOAT16.
// The rest of a step is computed in DOUBLE; h_t and what is kept are rounded once to FLOAT, and
// from that to FLOAT16.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGRUGetWorkspaceSize(
    const aclTensor* input, const aclTensorList* params, const aclTensor* hx,
    const aclTensor* batchSizes, bool hasBias, int64_t numLayers, double dropout, bool train,
    bool bidirection, bool batchFirst, aclTensor* output, aclTensor* hy, aclTensorList* rOut,
    aclTensorList* zOut, aclTensorList* nOut, aclTensorList* hnOut, aclTensorList* hOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGRU(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GRU_H_
