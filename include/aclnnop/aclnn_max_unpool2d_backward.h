// aclnnMaxUnpool2dBackward: the gradient of aclnnMaxUnpool2d.
//
//   out = the element of gradOutput that indices name
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MAX_UNPOOL2D_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_MAX_UNPOOL2D_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradients by the results, [(N,) C, outputSize]. FLOAT16, FLOAT, INT8, INT16,
//   INT32, INT64, UINT8 or BOOL.
// self: the elements that were spread, [(N,) C, H, W]: only the dtype, that of gradOutput, and the
//   shape count.
// indices: where each element went in its plane, counted in row-major order. INT32 or INT64; same
//   shape as self.
// outputSize: the size of a plane of gradOutput: two numbers.
// out: receives the gradients. One of the same dtypes, into which they convert; same shape as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaxUnpool2dBackward; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Special values. An index that is out of range fails the run: the synchronisation of the stream
// returns 507015, and nothing is written.
// Accuracy: exact; elements are moved bit for bit, or converted.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxUnpool2dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* outputSize, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxUnpool2dBackward(void* workspace,
                                                         uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MAX_UNPOOL2D_BACKWARD_H_
