// aclnnAbs: the size of a number.
//
//   out = |self|
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ABS_H_
#define OPENACLNN_ACLNNOP_ACLNN_ABS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the number. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   except on Ascend910 and Ascend310P also COMPLEX64; rank at most 8.
// out: receives the result. FLOAT of COMPLEX64, else of the dtype of self; of the shape of self.
//   May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnAbs; currently 0.
// executor: receives the executor.
//
// Special values. The sign bit is cleared, of zeros and NaN too. The smallest integer of a dtype
// stays; BOOL is as it is. A complex number has an infinite size if a part is infinite, even beside
// a NaN.
// Accuracy: exact; of complex numbers within 0.501 ULP, without overflow on the way.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAbsGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                         uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAbs(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ABS_H_
