// aclnnSigmoid: s(x) = 1 / (1 + exp(-x)), and the same in place.
//
//   out = s(self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SIGMOID_H_
#define OPENACLNN_ACLNNOP_ACLNN_SIGMOID_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument x. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or
//   BOOL; rank at most 8.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE, whatever the dtype of self; same
//   shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnSigmoid; currently 0.
// executor: receives the executor.
//
// The result is computed in double if self is DOUBLE. So it is if self is of integers or BOOL and
// out is DOUBLE; else in float, and a wider out holds the float.
//
// Special values. inf gives 1, -inf +0, NaN NaN. To the left the result is a subnormal number, then
// +0.
// Accuracy: within 1 ULP in FLOAT and 4 ULP in DOUBLE; results in FLOAT16 and BFLOAT16 are rounded
// from a value within 1 ULP of FLOAT.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSigmoidGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSigmoid(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at
//   most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceSigmoid; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnSigmoid.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceSigmoidGetWorkspaceSize(aclTensor* selfRef,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnSigmoid.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceSigmoid(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor,
                                                    const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SIGMOID_H_
