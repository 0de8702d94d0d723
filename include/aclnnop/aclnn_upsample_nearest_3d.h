// aclnnUpsampleNearest3d: a tensor with other sizes in space, each place being an element near it.
//
//   out = the element of self at the place of each
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_3D_H_
#define OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_3D_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, [N, C, D, H, W]. FLOAT16, BFLOAT16, FLOAT, DOUBLE or UINT8. It has elements in
//   space.
// outputSize: the new sizes: depth, height and width, above 0.
// scalesD: how many times as long the depth becomes; 0 or less: as the sizes say.
// scalesH: how many times as long the height becomes; 0 or less: as the sizes say.
// scalesW: how many times as long the width becomes; 0 or less: as the sizes say.
// out: receives the result. Same dtype as self; its shape with outputSize in space.
// workspaceSize: receives the bytes of workspace to pass to aclnnUpsampleNearest3d; 0 where tensors
//   lie as they are computed.
// executor: receives the executor.
//
// Place i along an axis takes element i r, rounded down, where r is 1 / scale, or the old size over
// the new one. Both are computed as FLOATs, those of a DOUBLE tensor as DOUBLEs, as PyTorch does.
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact; elements are moved bit for bit.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUpsampleNearest3dGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* outputSize, double scalesD, double scalesH,
    double scalesW, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUpsampleNearest3d(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_3D_H_
