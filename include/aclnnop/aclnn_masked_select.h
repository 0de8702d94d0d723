// aclnnMaskedSelect: the elements of a tensor where a mask is true, one after the other.
//
//   out[k] = the element number k of self, in row-major order, where mask is not 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MASKED_SELECT_H_
#define OPENACLNN_ACLNNOP_ACLNN_MASKED_SELECT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL; on
//   Ascend950 also UINT16, UINT32 or UINT64.
// mask: which elements are taken: those where it is not 0. BOOL or UINT8. Broadcasts with self
//   (rule 5).
// out: receives the elements. Same dtype as self; of one axis, with room for all elements of the
//   broadcast shape. When the run is done, the aclTensor, if it is live, has the shape of the
//   elements that were taken; aclGetViewShape tells it. Behind them nothing is written.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaskedSelect; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaskedSelectGetWorkspaceSize(const aclTensor* self,
                                                                  const aclTensor* mask,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaskedSelect(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MASKED_SELECT_H_
