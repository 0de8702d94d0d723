// aclnnSquaredRelu: the square of what is positive, 0 elsewhere.
//
//   out = self > 0 ? self * self : +0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SQUARED_RELU_H_
#define OPENACLNN_ACLNNOP_ACLNN_SQUARED_RELU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: the argument. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// out: receives the result, although it is const. Same dtype and shape as input. May be input.
// workspaceSize: receives the bytes of workspace to pass to aclnnSquaredRelu; currently 0.
// executor: receives the executor.
//
// Special values. NaN gives NaN, inf gives inf, -inf gives +0.
// Accuracy: correctly rounded.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSquaredReluGetWorkspaceSize(const aclTensor* input,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnSquaredRelu(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SQUARED_RELU_H_
