// aclnnMaxUnpool3dBackward: the gradient of aclnnMaxUnpool3d.
//
//   out = the element of gradOutput that indices name
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MAX_UNPOOL3D_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_MAX_UNPOOL3D_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradients by the results, [(N,) C, outputSize]. FLOAT16, FLOAT, DOUBLE, INT8,
//   INT16, INT32, INT64 or UINT8.
// self: the elements that were spread, [(N,) C, D, H, W]: only the dtype, that of gradOutput, and
//   the shape count. All axes but the first have elements.
// indices: where each element went in its volume, counted in row-major order. INT64; same shape as
//   self.
// outputSize: the size of a volume of gradOutput: three numbers.
// stride: how far apart windows were: three numbers above 0, which change nothing.
// padding: how far windows reached beyond the ends: three numbers, which change nothing.
// out: receives the gradients. Same dtype as gradOutput; same shape as self. It may have any
//   strides.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaxUnpool3dBackward; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Special values. An index that is out of range fails the run: the synchronisation of the stream
// returns 507015, and nothing is written.
// Accuracy: exact; elements are moved bit for bit.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxUnpool3dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* outputSize, const aclIntArray* stride, const aclIntArray* padding,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxUnpool3dBackward(void* workspace,
                                                         uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MAX_UNPOOL3D_BACKWARD_H_
