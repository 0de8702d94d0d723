// aclnnForeachLog1p: the logarithms of 1 and the elements of a list's tensors added.
//
//   out[i] = log(1 + x[i])
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_LOG1P_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_LOG1P_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x: the arguments. FLOAT16, BFLOAT16 or FLOAT, all of one dtype; rank at most 8.
// out: receives the results. As many tensors as x, each with the dtype and the shape of that of x.
//   It may be a tensor of x of the same index.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachLog1p; currently 0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. -1 gives -inf, less than -1 NaN, inf inf, a zero itself, NaN NaN.
// Accuracy: as aclnnLog1p has it.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachLog1pGetWorkspaceSize(const aclTensorList* x,
                                                                  const aclTensorList* out,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachLog1p(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_LOG1P_H_
