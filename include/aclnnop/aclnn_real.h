// aclnnReal: the real part of a number.
//
//   out = the real part of self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_REAL_H_
#define OPENACLNN_ACLNNOP_ACLNN_REAL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the number. COMPLEX64 or COMPLEX128; except on Ascend910 also FLOAT16, FLOAT or COMPLEX32;
//   rank at most 8.
// out: receives the result. FLOAT16 of COMPLEX32, FLOAT of COMPLEX64, DOUBLE of COMPLEX128, else of
//   the dtype of self; of the shape of self.
// workspaceSize: receives the bytes of workspace to pass to aclnnReal.
// executor: receives the executor.
//
// Special values. Parts keep their bits.
// Accuracy: exact.
// Products: all but Ascend310P and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRealGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnReal(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_REAL_H_
