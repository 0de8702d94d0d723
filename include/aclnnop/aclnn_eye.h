// aclnnEye: a matrix with ones on its diagonal.
//
//   out[i, j] = 1 where i = j, else 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_EYE_H_
#define OPENACLNN_ACLNNOP_ACLNN_EYE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. out must not be null (161001).
//
// n: the rows of out; not negative.
// m: the columns of out; not negative.
// out: receives the elements, [n, m]. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64 or
//   BOOL.
// workspaceSize: receives the bytes of workspace to pass to aclnnEye; currently 0.
// executor: receives the executor.
//
// Special values. There are none.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEyeGetWorkspaceSize(int64_t n, int64_t m, aclTensor* out,
                                                         uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEye(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_EYE_H_
