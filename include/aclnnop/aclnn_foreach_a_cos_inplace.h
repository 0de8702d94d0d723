// aclnnForeachACosInplace: the arc cosines of the tensors of a list, in place.
//
//   x[i] = acos(x[i])
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_A_COS_INPLACE_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_A_COS_INPLACE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x: the arguments, and what becomes of them, although the prototype says const. FLOAT16, BFLOAT16
//   or FLOAT, all of one dtype; rank at most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachACosInplace; currently 0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. 1 gives 0, numbers beyond -1 and 1 NaN, NaN NaN.
// Accuracy: as aclnnAcos has it.
// Products: Ascend910B, Ascend910_93, Ascend950. The vendor's page has the last alone.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachACosInplaceGetWorkspaceSize(const aclTensorList* x,
                                                                        uint64_t* workspaceSize,
                                                                        aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachACosInplace(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_A_COS_INPLACE_H_
