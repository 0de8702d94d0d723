// aclnnSign: the sign of a number.
//
//   result = self > 0 ? 1 : self < 0 ? -1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SIGN_H_
#define OPENACLNN_ACLNNOP_ACLNN_SIGN_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the number. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT32, INT64 or BOOL; of any rank.
// result: receives the result. Same dtype as self; of the shape of self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnSign; currently 0.
// executor: receives the executor.
//
// Special values. Zeros and NaN give +0; BOOL is as it is.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSignGetWorkspaceSize(const aclTensor* self, aclTensor* result,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSign(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SIGN_H_
