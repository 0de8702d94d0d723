// aclnnStack: tensors one after the other along a new axis.
//
//   out[..., k, ...] = tensors[k][..., ...], where k is the place along dim
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_STACK_H_
#define OPENACLNN_ACLNNOP_ACLNN_STACK_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no member of tensors (161001).
//
// tensors: at least one, of one shape of at most 7 axes. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an
//   integer of 8 to 64 bits, BOOL, COMPLEX64 or COMPLEX128. They promote to a common dtype; UINT16,
//   UINT32 and UINT64 do so with themselves alone.
// dim: the axis of out that is new, from -rank to rank - 1 of out; -1 is the last.
// out: receives the elements, in the shape of tensors with an axis dim, as long as there are
//   tensors. One of the same dtypes, to which elements of the promoted dtype can be cast. It shares
//   no memory with them.
// workspaceSize: receives the bytes of workspace to pass to aclnnStack; currently 0.
// executor: receives the executor.
//
// Special values. Each element is converted once, from the dtype of its tensor to that of out, as
// by aclnnCast; where the dtypes are one, bits are copied, those of NaNs too. Accuracy: exact where
// the dtypes are one, else rounded once. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnStackGetWorkspaceSize(const aclTensorList* tensors,
                                                           int64_t dim, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnStack(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_STACK_H_
