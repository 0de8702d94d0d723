// aclnnRoiAlignV2Backward: the gradient of aclnnRoiAlignV2 by the images.
//
//   gradInput = the sum of gradOutput of the samples that an element is next to, times its weights
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ROI_ALIGN_V2_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_ROI_ALIGN_V2_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradients by the results, [regions, C, pooledHeight, pooledWidth]. FLOAT.
// boxes: the boxes, [regions, 5]: the image, of which a fraction is cut off, x and y of one end,
//   then of the other. FLOAT.
// inputShape: the shape of gradInput, four numbers.
// pooledHeight: into how many parts a box is cut along the height, at least 0.
// pooledWidth: into how many parts a box is cut along the width, at least 0.
// spatialScale: the size of an element of an image in the numbers of a box is one over this; above
//   0.
// samplingRatio: the samples of a part along each axis, up to 65536; 0: as many as it has elements,
//   rounded up.
// aligned: whether the middles of elements lie half an element behind their places. If not, a box
//   is at least one element high and wide.
// gradInput: receives the gradients, [N, C, H, W]. FLOAT.
// workspaceSize: receives the bytes of workspace to pass to aclnnRoiAlignV2Backward; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Special values. A box that is not finite, has no samples, or more than 2^31 along an axis of a
// part, adds nothing. Without gradOutput all is 0. An image that there is not fails the run: the
// synchronisation of the stream returns 507015, and nothing is written.
// Accuracy: the ends and sizes of boxes are computed in float, as torchvision does, and all else in
// double. Gradients of one element are added by the order of regions and their parts, and rounded
// once.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRoiAlignV2BackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* boxes, const aclIntArray* inputShape,
    int64_t pooledHeight, int64_t pooledWidth, float spatialScale, int64_t samplingRatio,
    bool aligned, aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRoiAlignV2Backward(void* workspace,
                                                        uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ROI_ALIGN_V2_BACKWARD_H_
