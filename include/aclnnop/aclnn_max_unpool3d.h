// aclnnMaxUnpool3d: the reverse of max pooling, with the places of aclnnMaxPool3dWithArgmax.
//
//   outRef = self where indices name the element, 0 elsewhere
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MAX_UNPOOL3D_H_
#define OPENACLNN_ACLNNOP_ACLNN_MAX_UNPOOL3D_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements, [(N,) C, D, H, W]. FLOAT16, FLOAT, DOUBLE, INT8, INT16, INT32, INT64 or
//   UINT8. All axes but the first have elements.
// indices: where each element belongs in its volume, counted in row-major order. INT32 or INT64;
//   same shape as self.
// outputSize: the size of a volume of outRef: three numbers above 0, with room for one of self.
// stride: how far apart windows were: three numbers above 0, which change nothing.
// padding: how far windows reached beyond the ends: three numbers, which change nothing.
// outRef: receives the elements, [(N,) C, outputSize]. Same dtype as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnMaxUnpool3d; 0 where tensors lie
//   as they are computed.
// executor: receives the executor.
//
// Special values. Where indices name an element twice, the last one in row-major order stays. One
// that is out of range fails the run: the synchronisation of the stream returns 507015, and nothing
// is written.
// Accuracy: exact; elements are moved bit for bit.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxUnpool3dGetWorkspaceSize(
    const aclTensor* self, const aclTensor* indices, const aclIntArray* outputSize,
    const aclIntArray* stride, const aclIntArray* padding, aclTensor* outRef,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMaxUnpool3d(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MAX_UNPOOL3D_H_
