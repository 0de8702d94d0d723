// aclnnPermute: a tensor with its axes in another order.
//
//   axis k of out is axis dims[k] of self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_PERMUTE_H_
#define OPENACLNN_ACLNNOP_ACLNN_PERMUTE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an integer of 8 to 64 bits, BOOL, COMPLEX64
//   or, not on Ascend910, COMPLEX128; rank at most 8.
// dims: all axes of self, from -rank to rank - 1; -1 is the last.
// out: receives the elements. Same dtype as self, whose shape it has in the order of dims. It
//   shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnPermute; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPermuteGetWorkspaceSize(const aclTensor* self,
                                                             const aclIntArray* dims,
                                                             aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPermute(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_PERMUTE_H_
