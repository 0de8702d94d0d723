// aclnnErfinv: the inverse of the error function, and the same in place.
//
//   out = erfinv(self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ERFINV_H_
#define OPENACLNN_ACLNNOP_ACLNN_ERFINV_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument x. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64 or BOOL; rank at
//   most 8.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE, whatever the dtype of self; same
//   shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnErfinv; currently 0.
// executor: receives the executor.
//
// The result is computed in float; a DOUBLE out holds that float.
//
// Special values. 1 gives inf, -1 -inf, a zero itself; above 1, below -1 and NaN give NaN.
// Accuracy: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnErfinvGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnErfinv(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces, const as it is. FLOAT16, BFLOAT16 or FLOAT;
//   rank at most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceErfinv; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnErfinv.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceErfinvGetWorkspaceSize(const aclTensor* selfRef,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnErfinv.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceErfinv(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ERFINV_H_
