// aclnnRotaryPositionEmbeddingGrad: the gradients of aclnnRotaryPositionEmbedding.
//
//   dxOut = the gradient by x
//   dcosOut = the sum of dy * x,   dsinOut = that of dy * rotated(x), over the axes along which
//     the tables are repeated
//   rotated(x): each pair (a, b) of the last axis, of D elements, becomes (-b, a)
//
//   mode 0: a in the first half, b in the second one
//   mode 1: a at even places, b at the odd ones behind them
//   mode 2: both halves as mode 0 takes the whole
//   mode 3: as mode 1, but the results are those of all a and then of all b, as the tables are
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but xOptional may be null (161001).
//
// dy: the gradient by out. FLOAT16, BFLOAT16 or FLOAT; four axes.
// cos, sin: those of the forward pass. The dtype of dy.
// xOptional: the x of the forward pass. Same dtype and shape as dy. Null means that dcosOut and
//   dsinOut are not wanted; they are left as they are.
// mode: that of the forward pass.
// dxOut: receives the gradient by x. Same dtype and shape as dy.
// dcosOut: receives the gradient by cos. Same dtype, and the same shape unless xOptional is null.
// dsinOut: receives that by sin, in the same way.
// workspaceSize: receives the bytes of workspace to pass to aclnnRotaryPositionEmbeddingGrad.
// executor: receives the executor.
//
// Special values. Nothing is computed of a dy without elements.
// Accuracy: all is computed in double, in an order that the shape alone decides, and each result is
// rounded once: within 0.51 ULP and 2^-40 of its absolute terms.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRotaryPositionEmbeddingGradGetWorkspaceSize(
    const aclTensor* dy, const aclTensor* cos, const aclTensor* sin, const aclTensor* xOptional,
    int64_t mode, const aclTensor* dxOut, const aclTensor* dcosOut, const aclTensor* dsinOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRotaryPositionEmbeddingGrad(void* workspace,
                                                                 uint64_t workspaceSize,
                                                                 aclOpExecutor* executor,
                                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_GRAD_H_
