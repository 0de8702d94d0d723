// aclnnTril: matrices without what is above a diagonal.
//
//   out[..., i, j] = self[..., i, j] where j - i <= diagonal, else 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_TRIL_H_
#define OPENACLNN_ACLNNOP_ACLNN_TRIL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: matrices, which are the last two axes of 2 to 8. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an
//   integer of 8 to 64 bits, or BOOL; on Ascend950 also COMPLEX32 or COMPLEX64.
// diagonal: where the triangle begins: 0 is the main diagonal, positive numbers are above it.
// out: receives the elements. Same dtype, shape and format as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnTril; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too; others are +0.
// Accuracy: exact. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTrilGetWorkspaceSize(const aclTensor* self, int64_t diagonal,
                                                          aclTensor* out, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTril(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the matrices; receives the elements. As self of aclnnTril.
// diagonal: as of aclnnTril.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceTril; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too; others are +0.
// Accuracy: exact. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceTrilGetWorkspaceSize(const aclTensor* selfRef,
                                                                 int64_t diagonal,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceTril(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_TRIL_H_
