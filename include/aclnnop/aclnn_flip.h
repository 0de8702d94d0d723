// aclnnFlip: a tensor backwards along some axes.
//
//   out[..., i, ...] = self[..., size - 1 - i, ...] along each axis in dims
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FLIP_H_
#define OPENACLNN_ACLNNOP_ACLNN_FLIP_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64, BOOL,
//   COMPLEX64 or COMPLEX128; rank at most 8.
// dims: the axes, from -rank to rank - 1, none of them twice; -1 is the last. There may be none.
// out: receives the elements. Same dtype and shape as self. It shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnFlip; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlipGetWorkspaceSize(const aclTensor* self,
                                                          const aclIntArray* dims, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFlip(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FLIP_H_
