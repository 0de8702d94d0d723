// aclnnForeachRoundOffNumberV2: the elements of a list's tensors as whole numbers, or less them.
//
//   out[i] = x[i] rounded as roundMode says
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x: the numbers. FLOAT16, BFLOAT16, FLOAT, INT32 or INT16, all of one dtype; rank at most 8.
// roundMode: INT8 or INT64. 2: down. 3: up. 4: to the nearest, halves away from zero. 5: toward
//   zero. 6: to the odd one of both neighbours. 7: what rounding toward zero takes away. Any other:
//   to the nearest, halves to the even one.
// out: receives the results. As many tensors as x, each with the dtype and the shape of that of x.
//   It may be a tensor of x of the same index.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachRoundOffNumberV2; currently
//   0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. Whole numbers, infinities and zeros stay as they are, and so do signs: 0.3 down
// is 0, and -0.3 up -0. NaN gives NaN. In mode 7 an infinity gives NaN, and integers give 0.
// Accuracy: exact.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachRoundOffNumberV2GetWorkspaceSize(
    const aclTensorList* x, const aclScalar* roundMode, aclTensorList* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachRoundOffNumberV2(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_V2_H_
