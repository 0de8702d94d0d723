// aclnnAdaptiveMaxPool2d: the largest elements of so many parts of the last 2 axes, which may
// overlap, and where they are.
//
//   outputOut = the largest element of each of so many parts; indicesOut = where it is
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, [(N,) C, H, W]. FLOAT16, BFLOAT16, FLOAT or DOUBLE. All axes but N have
//   elements.
// outputSize: the numbers of parts along height and width.
// outputOut: receives the elements. Same dtype as self; its shape with outputSize in space.
// indicesOut: receives where they are: the place in row-major order of the space of self. INT64;
//   same shape as outputOut.
// workspaceSize: receives the bytes of workspace to pass to aclnnAdaptiveMaxPool2d; 0 where tensors
//   lie as they are computed.
// executor: receives the executor.
//
// Part i of n along an axis of s elements begins at i s / n, rounded down. It ends before (i + 1) s
// / n, rounded up. Special values. Equal elements: the first in row-major order. -0 is equal to 0.
// A NaN is larger than all numbers, and the last one of a window is taken; padding is taken for
// nothing. Accuracy: exact; elements are moved bit for bit. Products: Ascend910, Ascend910B,
// Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAdaptiveMaxPool2dGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* outputSize, aclTensor* outputOut,
    aclTensor* indicesOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAdaptiveMaxPool2d(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_H_
