// aclnnRepeat: a tensor several times along each axis.
//
//   out[i, ...] = self[i mod the size of self, ...]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_REPEAT_H_
#define OPENACLNN_ACLNNOP_ACLNN_REPEAT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an integer of 8 to 64 bits, BOOL, COMPLEX64
//   or COMPLEX128; rank at most 8.
// repeats: how often self comes along each axis of out, 0 too; as many numbers as out has axes, at
//   least as many as self has, and at most 8. Any number of axes may be repeated.
// out: receives the elements. Same dtype as self, whose shape, with axes of 1 before it, is
//   multiplied by repeats. It shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnRepeat; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatGetWorkspaceSize(const aclTensor* self,
                                                            const aclIntArray* repeats,
                                                            aclTensor* out, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeat(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_REPEAT_H_
