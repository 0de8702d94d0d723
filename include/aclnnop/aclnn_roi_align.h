// aclnnRoiAlign: boxes of images, pooled to one size, as ONNX has it.
//
//   out = the mean, or the largest, of samples in each part of each box
//
// A box times spatialScale, at least one element high and wide, is cut into outputHeight by
// outputWidth parts. Each has samplingRatio by samplingRatio samples, evenly spread, or, where that
// is 0, as many as a part has elements, rounded up. A sample lies between the middles of up to four
// elements and is interpolated linearly. One further than an element outside of the image is 0.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ROI_ALIGN_H_
#define OPENACLNN_ACLNNOP_ACLNN_ROI_ALIGN_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the images, [N, C, H, W]. FLOAT16 or FLOAT.
// rois: the boxes, [regions, 4]: x and y of one end, then of the other. Same dtype as self.
// batchIndices: the image of each box, from 0 to N - 1, [regions]. INT32.
// mode: "avg" for the mean of the samples of a part, "max" for the largest.
// outputHeight: into how many parts a box is cut along the height, at least 0.
// outputWidth: into how many parts a box is cut along the width, at least 0.
// samplingRatio: the samples of a part along each axis, up to 65536; 0: as many as it has elements.
// spatialScale: the size of an element of self in the numbers of a box is one over this; above 0.
// out: receives the results, [regions, C, outputHeight, outputWidth]. Same dtype as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnRoiAlign; 0 where tensors lie as
//   they are computed.
// executor: receives the executor.
//
// Special values. Images without elements give 0. A box that is not finite, or has more than 2^31
// samples along an axis of a part, gives 0. An element next to a sample counts even with a weight
// of 0, so that 0 times inf is NaN. The largest of samples is NaN if one is. An image that there is
// not fails the run: the synchronisation of the stream returns 507015, and nothing is written.
// Accuracy: the ends and sizes of boxes are computed in float, as torchvision does, and all else in
// double. A mean is the sum over rows and columns of elements times their weights, divided and
// rounded once.
// Products: Ascend310P, Ascend910, Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRoiAlignGetWorkspaceSize(
    const aclTensor* self, const aclTensor* rois, const aclTensor* batchIndices, const char* mode,
    int outputHeight, int outputWidth, int samplingRatio, float spatialScale, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRoiAlign(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ROI_ALIGN_H_
