// aclnnTransformBiasRescaleQkv: queries, keys and values of heads from their projections, which
// stand side by side.
//
//   qOut = (q + qBias) / sqrt(D)
//   kOut = k + kBias
//   vOut = v + vBias
//
// B is the batch, T the position, N the number of heads, and D the elements of one.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H_
#define OPENACLNN_ACLNNOP_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// qkv: the projections of queries, of keys and of values, in this order, [B, T, 3 * N * D].
//   FLOAT16, BFLOAT16 or FLOAT.
// qkvBias: what is added to them, [3 * N * D]. Same dtype. Has elements.
// numHeads: the number of heads, N; above 0.
// qOut, kOut, vOut: receive queries, keys and values, [B, N, T, D]. Same dtype. Share no memory
//   with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnTransformBiasRescaleQkv;
//   currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them.
// Accuracy: computed in DOUBLE, rounded once: within 0.5 ULP and a few units of DOUBLE.
// Products: Atlas A2 and A3, Ascend 950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTransformBiasRescaleQkvGetWorkspaceSize(
    const aclTensor* qkv, const aclTensor* qkvBias, int64_t numHeads, const aclTensor* qOut,
    const aclTensor* kOut, const aclTensor* vOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTransformBiasRescaleQkv(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H_
