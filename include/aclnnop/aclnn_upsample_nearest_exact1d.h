// aclnnUpsampleNearestExact1d: a tensor with other sizes in space, each place being the element
// nearest to its middle.
//
//   out = the element of self nearest to each
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT1D_H_
#define OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT1D_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, [N, C, L]. FLOAT16, BFLOAT16, FLOAT or UINT8. It has elements in space.
// outputSize: the new sizes: width, above 0.
// scales: how many times as long the width becomes; 0 or less: as the sizes say.
// out: receives the result. Same dtype as self; its shape with outputSize in space.
// workspaceSize: receives the bytes of workspace to pass to aclnnUpsampleNearestExact1d; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Place i along an axis takes the element about (i + 1/2) r. Here r is 1 / scale, or the old size
// over the new one. Both are computed as FLOATs, those of a DOUBLE tensor as DOUBLEs, as PyTorch
// does.
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact; elements are moved bit for bit.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUpsampleNearestExact1dGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* outputSize, double scales, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUpsampleNearestExact1d(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT1D_H_
