// aclnnTake: elements of a tensor, as a vector, at places.
//
//   out[i, ...] = self[index[i, ...]], where self counts as a vector in row-major order
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_TAKE_H_
#define OPENACLNN_ACLNNOP_ACLNN_TAKE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64, UINT16,
//   UINT32, UINT64, BOOL, COMPLEX64 or COMPLEX128; rank at most 8.
// index: the places, from 0 on and below the number of elements of self. INT64 or INT32; rank at
//   most 8.
// out: receives the elements. Same dtype as self, same shape as index. Shares no memory with the
//   inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnTake; above 0 where self has gaps.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. Accuracy:
// exact; bits are moved. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTakeGetWorkspaceSize(const aclTensor* self,
                                                          const aclTensor* index, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTake(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_TAKE_H_
