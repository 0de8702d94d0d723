// aclnnAffineGrid: the places of elements between -1 and 1 along each axis, mapped by matrices, for
// aclnnGridSampler2D or 3D.
//
//   out[n, h, w] = theta[n] (x, y, 1)    where x and y are the place of w and h
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_AFFINE_GRID_H_
#define OPENACLNN_ACLNNOP_ACLNN_AFFINE_GRID_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// theta: a matrix for each batch, [N, 2, 3], or [N, 3, 4] for three axes of space. FLOAT16,
//   BFLOAT16 or FLOAT.
// size: a shape: N, C, (D,) H and W, above 0.
// alignCorners: whether -1 and 1 are the middles of the first and the last element, and not their
//   outer ends.
// out: receives the places, [N, (D,) H, W, axes of space]. Same dtype as theta.
// workspaceSize: receives the bytes of workspace to pass to aclnnAffineGrid; 0 where tensors lie as
//   they are computed.
// executor: receives the executor.
//
// Special values. An axis of one element is at 0. A NaN or an infinity gives what IEEE arithmetic
// makes of the formula.
// Accuracy: in double, rounded once.
// Products: Ascend910, Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAffineGridGetWorkspaceSize(const aclTensor* theta,
                                                                const aclIntArray* size,
                                                                bool alignCorners, aclTensor* out,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAffineGrid(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_AFFINE_GRID_H_
