// aclnnRotaryPositionEmbedding: pairs of elements are rotated by the angles of their positions.
//
//   out = x * cos + rotated(x) * sin
//   rotated(x): each pair (a, b) of the last axis, of D elements, becomes (-b, a)
//
//   mode 0: a in the first half, b in the second one
//   mode 1: a at even places, b at the odd ones behind them
//   mode 2: both halves as mode 0 takes the whole
//   mode 3: as mode 1, but the results are those of all a and then of all b, as the tables are
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_H_
#define OPENACLNN_ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: four axes, perhaps without elements. FLOAT16, BFLOAT16 or FLOAT.
// cos: the cosines, in the shape of x with 1 in the place of any size but the last. The dtype of x.
// sin: the sines. Same dtype and shape as cos.
// mode: 0 (half), 1 (interleave), 2 (quarter) or 3 (interleave-half). D is a multiple of 2, or of 4
//   in mode 2.
// out: receives the result. Same dtype and shape as x, of which it may be exactly the view.
// workspaceSize: receives the bytes of workspace to pass to aclnnRotaryPositionEmbedding.
// executor: receives the executor.
//
// Special values. A NaN or an infinity gives what IEEE arithmetic makes of the formula.
// Accuracy: products and sums are those of doubles, and each result is rounded once: within 0.51
// ULP in FLOAT. Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRotaryPositionEmbeddingGetWorkspaceSize(
    const aclTensor* x, const aclTensor* cos, const aclTensor* sin, int64_t mode, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRotaryPositionEmbedding(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_H_
