// aclnnAmpUpdateScale: the next scale of a loss, by whether the gradients of a step were finite.
//
//   foundInf is not 0:                     updatedScale = currentScale * backoffFactor
//   growthTracker + 1 is growthInterval:   updatedScale = currentScale * growthFactor, if that is
//                                          finite, else currentScale
//   otherwise:                             updatedScale = currentScale
//   updatedGrowthTracker = growthTracker + 1 in the last case, else 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H_
#define OPENACLNN_ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// currentScale: the scale of this step. FLOAT16, BFLOAT16 or FLOAT, of one element.
// growthTracker: how many steps had finite gradients. INT32, of one element.
// foundInf: not 0, or NaN, if gradients were not finite. Has the dtype of currentScale, and one
//   element.
// growthFactor: the factor of a larger scale.
// backoffFactor: the factor of a smaller scale.
// growthInterval: after how many steps the scale grows, from 1 to 2147483647.
// updatedScale: receives the next scale. Has the dtype of currentScale, and one element. May be
//   currentScale.
// updatedGrowthTracker: receives the next count. INT32, of one element. May be growthTracker.
// workspaceSize: receives the bytes of workspace to pass to aclnnAmpUpdateScale.
// executor: receives the executor.
//
// Special values. A scale that grows is finite if it is so in its dtype.
// Accuracy: computed in double, correctly rounded.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAmpUpdateScaleGetWorkspaceSize(
    const aclTensor* currentScale, const aclTensor* growthTracker, const aclTensor* foundInf,
    double growthFactor, double backoffFactor, int64_t growthInterval,
    const aclTensor* updatedScale, const aclTensor* updatedGrowthTracker, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAmpUpdateScale(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H_
