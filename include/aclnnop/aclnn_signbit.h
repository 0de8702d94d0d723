// aclnnSignbit: whether numbers have their sign bit.
//
//   out = 1 where self has its sign bit, else 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SIGNBIT_H_
#define OPENACLNN_ACLNNOP_ACLNN_SIGNBIT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the numbers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64, UINT16,
//   UINT32, UINT64 or BOOL; rank at most 8.
// out: receives 1 or 0. One of the same dtypes; of the shape of self. May be self if it has its
//   dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnSignbit; currently 0.
// executor: receives the executor.
//
// Special values. -0 gives 1, and so does a NaN that has its sign bit. Unsigned integers and BOOL
// give 0.
// Accuracy: exact.
// Products: Ascend910, Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSignbitGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSignbit(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SIGNBIT_H_
