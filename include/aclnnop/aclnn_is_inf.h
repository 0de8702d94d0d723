// aclnnIsInf: whether a number is infinite.
//
//   out = |x| == infinity ? 1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_IS_INF_H_
#define OPENACLNN_ACLNNOP_ACLNN_IS_INF_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: the number. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL; rank
//   at most 8.
// out: receives the result; written although the prototype says const. BOOL; of the shape of x.
// workspaceSize: receives the bytes of workspace to pass to aclnnIsInf; currently 0.
// executor: receives the executor.
//
// Special values. Both infinities give 1, NaN 0. No integer is infinite.
// Accuracy: exact.
// Products: all but Ascend910.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIsInfGetWorkspaceSize(const aclTensor* x, const aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIsInf(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_IS_INF_H_
