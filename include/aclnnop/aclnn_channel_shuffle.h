// aclnnChannelShuffle: the channels of groups, in turn.
//
//   out[n, k * groups + g] = self[n, g * (C / groups) + k]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H_
#define OPENACLNN_ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, of rank 3 to 7. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, UINT16,
//   INT32, UINT32, INT64, UINT64, BOOL, COMPLEX64 or COMPLEX128.
// groups: into how many parts the second axis is cut, above 0. They are equally long.
// out: receives the elements. Same dtype and shape as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnChannelShuffle; 0 where tensors
//   lie as they are computed.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact; elements are moved bit for bit.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnChannelShuffleGetWorkspaceSize(const aclTensor* self,
                                                                    int64_t groups, aclTensor* out,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnChannelShuffle(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H_
