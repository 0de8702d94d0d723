// aclnnGRUBackward: the gradients of aclnnGRU by its input, its first states, weights and biases.
//
// Layers come from the last one to the first one, and so do the steps of each. In these,
// dh is the gradient by a hidden state:
//
//   dh_t = dy_t + what the next step gives to h_t
//   dn_t = dh_t (1 - z_t) (1 - n_t^2)
//   dr_t = dn_t m_t r_t (1 - r_t)
//   dz_t = dh_t (h_(t-1) - n_t) z_t (1 - z_t)
//   da_t = dr_t, dz_t, dn_t;  db_t = dr_t, dz_t, dn_t r_t
//   dx_t = W_i^T da_t, and W_h^T db_t + dh_t z_t for h_(t-1)
//   dW_i = the sum of da_t x_t^T, dW_h = the sum of db_t h_(t-1)^T, db_i and db_h = the sums of
//   da_t and of db_t
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GRU_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_GRU_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. T, B, I and H are the numbers of steps, of the batch, of
// an input and of a hidden state. L is that of layers, and D 1, or 2 if bidirection is true. All
// but batchSizes may not be null (161001).
//
// input: the inputs, as aclnnGRU took them. FLOAT or FLOAT16, in any layout, as all tensors here.
// params: the weights and biases, as aclnnGRU took them. Same dtype as input.
// hx: the first hidden states, [L * D, B, H]. Same dtype as input.
// dy: the gradient by output, [T, B, D * H], or [B, T, D * H] if batchFirst is true. Dtype of
//   input.
// dh: the gradient by hy, [L * D, B, H]. Same dtype as input.
// r: what aclnnGRU gave in rOut, with one tensor for each layer and direction.
// z: what it gave in zOut.
// n: what it gave in nOut.
// hn: what it gave in hnOut, the m_t.
// h: what it gave in hOut.
// batchSizes: null, as packed sequences are not known (161002).
// hasBias: whether params has biases.
// numLayers: the number L of layers, at least 1.
// bidirection: whether each layer has a second direction.
// batchFirst: whether the batch is the first axis of input, dy and dxOut.
// dxOut: receives the gradient by input. Same dtype and shape.
// dhPrevOut: receives the gradient by the first hidden states, [L * D, B, H]. Dtype of input.
// dparamsOut: receives the gradients by params, with the same count, dtype and shapes.
// workspaceSize: receives the bytes of workspace to pass to aclnnGRUBackward.
// executor: receives the executor.
//
// Special values. As those of the products and sums.
// Accuracy: the products are those of aclnnMm in FLOAT, also where the dtype is FLOAT16. Those of
// dW go over the rows of input in their order. The rest of a step is computed in DOUBLE, and da_t
// and db_t are rounded once to FLOAT. Biases are summed in DOUBLE. Results are rounded to FLOAT,
// and from that to FLOAT16; dxOut once more where there are two directions.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGRUBackwardGetWorkspaceSize(
    const aclTensor* input, const aclTensorList* params, const aclTensor* hx, const aclTensor* dy,
    const aclTensor* dh, const aclTensorList* r, const aclTensorList* z, const aclTensorList* n,
    const aclTensorList* hn, const aclTensorList* h, const aclTensor* batchSizes, bool hasBias,
    int64_t numLayers, bool bidirection, bool batchFirst, aclTensor* dxOut, aclTensor* dhPrevOut,
    aclTensorList* dparamsOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGRUBackward(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GRU_BACKWARD_H_
