// aclnnRelu: relu(x), and the same in place.
//
//   out = self > 0 or self is NaN ? self : +0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_RELU_H_
#define OPENACLNN_ACLNNOP_ACLNN_RELU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT32 or INT64; rank at most 8.
// out: receives the result, although it is const. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnRelu; currently 0.
// executor: receives the executor.
//
// Special values. -0 gives +0. NaN gives NaN, with its payload.
// Accuracy: exact.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnReluGetWorkspaceSize(const aclTensor* self,
                                                          const aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRelu(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. What self and out of aclnnRelu may be.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceRelu; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnRelu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceReluGetWorkspaceSize(aclTensor* selfRef,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnRelu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRelu(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_RELU_H_
