// aclnnIou: how much rectangles have in common.
//
//   a rectangle is [x0, y0, x1, y1], its area (x1 - x0 + eps) (y1 - y0 + eps)
//   width = max(min(x1, x1') - max(x0, x0') + eps, 0), and height alike
//   "iou": overlap = width * height / (area + area' - width * height)
//   "iof": overlap = width * height / area'
//
// Numbers with a stroke are those of gtBoxes.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_IOU_H_
#define OPENACLNN_ACLNNOP_ACLNN_IOU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// bBoxes: the rectangles, [m, 4]. FLOAT16, BFLOAT16 or FLOAT.
// gtBoxes: the others, [n, 4]. Same dtype as bBoxes.
// mode: "iou" or "iof".
// eps: what is added to sides; not below 0.
// aligned: whether each rectangle is compared with the one of the same number alone. Then m is n.
// overlap: receives the results, [m, n], or [m, 1] if aligned is true. Same dtype as bBoxes. Shares
//   no memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnIou: 16 for each result, and 8 for
//   each area.
// executor: receives the executor.
//
// Special values. Where what overlaps are divided by is 0, results are NaN or infinite. A NaN in a
// rectangle makes its results NaN.
// Accuracy: all is computed in double and rounded once.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIouGetWorkspaceSize(
    const aclTensor* bBoxes, const aclTensor* gtBoxes, const char* mode, float eps, bool aligned,
    aclTensor* overlap, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIou(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_IOU_H_
