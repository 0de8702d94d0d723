// aclnnReplicationPad1d: a tensor with more elements at the ends of the last axis, with copies of
// the elements at its ends.
//
//   out = self, with copies of the elements at its ends
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_REPLICATION_PAD1D_H_
#define OPENACLNN_ACLNNOP_ACLNN_REPLICATION_PAD1D_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, [(N,) C, L]. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, UINT16,
//   INT32, UINT32, INT64, UINT64, BOOL, COMPLEX64 or COMPLEX128. The last axis has elements.
// padding: two numbers: how many elements come before and after the last axis; any number. A
//   negative number cuts elements off; one is left.
// out: receives the elements. Same dtype as self, in the shape that follows from padding.
// workspaceSize: receives the bytes of workspace to pass to aclnnReplicationPad1d; 0 where tensors
//   lie as they are computed.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact; elements are moved bit for bit.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnReplicationPad1dGetWorkspaceSize(const aclTensor* self,
                                                                      const aclIntArray* padding,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnReplicationPad1d(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_REPLICATION_PAD1D_H_
