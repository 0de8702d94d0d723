// aclnnRepeatInterleaveGrad: the gradient of aclnnRepeatInterleaveWithDim.
//
//   out[..., i, ...] = the sum over j of yGrad[..., j, ...], where j are the repeats[i] places
//   behind
//     repeats[0] + ... + repeats[i - 1]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// yGrad: the gradient by what came several times; at most 8 axes. FLOAT16, BFLOAT16 or FLOAT.
// repeats: how often each place came, [n], or one number for all, [1] or []. INT32 or INT64.
// axis: the axis of yGrad, from -rank to rank - 1; -1 is the last.
// out: receives the sums. Same dtype as yGrad, and as many elements as that with n along the axis;
//   with one number any count there. Any shape. Shares no memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnRepeatInterleaveGrad. They are
//   those of out and of one more slice, and about 24 for each place along the axis.
// executor: receives the executor.
//
// Special values. The run alone looks at the numbers of repeats: a negative one counts as 0. Slices
// of yGrad behind all of them are left out. Sums over no slices are 0.
// Accuracy: sums are added in double, in the order of the slices, and rounded once.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveGradGetWorkspaceSize(
    const aclTensor* yGrad, const aclTensor* repeats, int64_t axis, const aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveGrad(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H_
