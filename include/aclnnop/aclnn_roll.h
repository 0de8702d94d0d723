// aclnnRoll: a tensor shifted along axes, from whose ends elements come back at the beginnings.
//
//   out[..., (i + shift) mod size, ...] = x[..., i, ...] along each axis in dims
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ROLL_H_
#define OPENACLNN_ACLNNOP_ACLNN_ROLL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: the tensor. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64, UINT32 or BOOL; on
//   Ascend950 also COMPLEX64; rank at most 8.
// shifts: by how many places, forwards where positive, for each axis in dims. One number where dims
//   is empty: all elements are shifted in one row then, in row-major order.
// dims: the axes, from -rank to rank - 1; -1 is the last. One that comes twice is shifted twice.
// out: receives the elements. Same dtype and shape as x. It shares no memory with x.
// workspaceSize: receives the bytes of workspace to pass to aclnnRoll. In one row, these are the
//   bytes of x and of out where they are not contiguous; else 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRollGetWorkspaceSize(const aclTensor* x,
                                                          const aclIntArray* shifts,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnRoll(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ROLL_H_
