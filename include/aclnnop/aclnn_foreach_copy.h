// aclnnForeachCopy: the tensors of a list copied into those of another.
//
//   out[i] = x[i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_COPY_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_COPY_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x: the tensors to copy. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, UINT16, INT32,
//   UINT32, INT64 or BOOL, all of one dtype; rank at most 8.
// out: receives the copies. As many tensors as x, of their shapes, all of one dtype. It is that of
//   x,
//   FLOAT from FLOAT16 and BFLOAT16, or one of these from FLOAT. Shares no memory with x.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachCopy; currently 0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error.
//
// Special values. Bits stay as they are where dtypes do; else NaN stays NaN, and what is beyond
// FLOAT16 becomes an infinity.
// Accuracy: exact, or rounded once, as by aclnnCast.
// Products: Ascend910B, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachCopyGetWorkspaceSize(const aclTensorList* x,
                                                                 aclTensorList* out,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachCopy(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_COPY_H_
