// aclnnForeachZeroInplace: all elements of the tensors of a list become 0.
//
//   x[i] = 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x: the tensors, which are written although the prototype says const. FLOAT16, BFLOAT16, FLOAT,
//   INT32 or INT16, all of one dtype; rank at most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachZeroInplace; currently 0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error.
//
// Special values. All elements become +0, NaN too.
// Accuracy: exact.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachZeroInplaceGetWorkspaceSize(const aclTensorList* x,
                                                                        uint64_t* workspaceSize,
                                                                        aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachZeroInplace(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H_
