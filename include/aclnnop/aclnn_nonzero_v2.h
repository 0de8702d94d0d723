// aclnnNonzeroV2: where the elements of a tensor are not 0.
//
//   out[a, k] = the index along the axis a of element number k that is not 0
//
// Elements are counted in row-major order. A NaN is not 0, and -0 is.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_NONZERO_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_NONZERO_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64, UINT16,
//   UINT32, UINT64 or BOOL.
// out: receives the places. INT64. It has room for as many places as there are. Each has as
//   many numbers as self has axes. They lie in the shape [axes of self, places] from its first
//   element on. If there are gaps between its elements, it has two axes, one of them as long as
//   self has axes. When the run is done, the aclTensor, if it is live, has that shape;
//   aclGetViewShape tells it. Behind them nothing is written.
// workspaceSize: receives the bytes of workspace to pass to aclnnNonzeroV2; currently 0.
// executor: receives the executor.
//
// Special values. If out has too little room the run fails: the synchronisation of the stream
// returns 507015, and nothing is written. Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNonzeroV2GetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnNonzeroV2(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_NONZERO_V2_H_
