// aclnnExpand: a tensor broadcast to a larger shape.
//
//   out = self, broadcast to size
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_EXPAND_H_
#define OPENACLNN_ACLNNOP_ACLNN_EXPAND_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT32, INT64 or BOOL; rank at most 8.
// size: the shape of out, to which that of self broadcasts (rule 5); at most 8 axes.
// out: receives the elements. Same dtype as self. It shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnExpand; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnExpandGetWorkspaceSize(const aclTensor* self,
                                                            const aclIntArray* size, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnExpand(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_EXPAND_H_
