// aclnnLogSigmoid: the logarithm of the sigmoid; aclnnLogSigmoidForward: the same, with an argument
// for a buffer that is not used.
//
//   out = -log(1 + exp(-self))
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOGSIGMOID_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOGSIGMOID_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument x. FLOAT16, BFLOAT16 or FLOAT; of any rank.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogSigmoid; currently 0.
// executor: receives the executor.
//
// Special values. -inf gives -inf, NaN NaN. To the right the result is a negative subnormal number,
// then -0; inf gives -0.
// Accuracy: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSigmoidGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSigmoid(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None but buffer may be null (161001).
//
// self: the argument x. FLOAT16, BFLOAT16 or FLOAT; of any rank.
// out: receives the result. Same dtype and shape as self. May be self.
// buffer: ignored: null, or any live tensor. It is neither read nor written.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogSigmoidForward; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnLogSigmoid.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSigmoidForwardGetWorkspaceSize(const aclTensor* self,
                                                                       aclTensor* out,
                                                                       aclTensor* buffer,
                                                                       uint64_t* workspaceSize,
                                                                       aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnLogSigmoid.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSigmoidForward(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOGSIGMOID_H_
