// aclnnIsNegInf: which elements are -infinity.
//
//   out = self == -infinity ? 1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ISNEGINF_H_
#define OPENACLNN_ACLNNOP_ACLNN_ISNEGINF_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// out: receives the truth, 1 or 0. BOOL; of the shape of self. May be self if it is of BOOL.
// workspaceSize: receives the bytes of workspace to pass to aclnnIsNegInf; currently 0.
// executor: receives the executor.
//
// Special values. NaN gives 0, and so do integers and BOOL.
// Accuracy: exact.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIsNegInfGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIsNegInf(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ISNEGINF_H_
