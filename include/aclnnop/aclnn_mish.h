// aclnnMish: mish(x) = x tanh(log(1 + exp(x))), and the same in place.
//
//   out = self * tanh(log(1 + exp(self)))
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MISH_H_
#define OPENACLNN_ACLNNOP_ACLNN_MISH_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument x. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnMish; currently 0.
// executor: receives the executor.
//
// Special values. inf gives inf, -inf NaN (-inf * 0), a zero itself, NaN NaN. To the left the
// result is a negative subnormal number, then -0.
// Accuracy: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMishGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMish(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceMish; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnMish.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceMishGetWorkspaceSize(aclTensor* selfRef,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnMish.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceMish(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MISH_H_
