// aclnnThreshold: a value in the place of what is not above a threshold; and the same in place.
//
//   out = self <= threshold ? value : self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_THRESHOLD_H_
#define OPENACLNN_ACLNNOP_ACLNN_THRESHOLD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32 or INT64; rank at most
//   8.
// threshold, value: any numbers (rule 7). Where self is of integers they are truncated toward zero,
//   neither may be NaN, and the dtype of self must hold value.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64,
//   of integers only if self is; same shape as self. May be self if its dtype is the same.
// workspaceSize: receives the bytes of workspace to pass to aclnnThreshold; currently 0.
// executor: receives the executor.
//
// Integers stay integers: comparisons are exact, and narrower integers of out get the low bits.
//
// Special values. NaN in self, and a NaN threshold, let self pass, with its payload.
// Accuracy: exact; rounded once where out is narrower.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnThresholdGetWorkspaceSize(const aclTensor* self,
                                                               const aclScalar* threshold,
                                                               const aclScalar* value,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnThreshold(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16,
//   INT32 or INT64; rank at most 8.
// threshold, value: as for aclnnThreshold.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceThreshold; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnThreshold.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceThresholdGetWorkspaceSize(
    aclTensor* selfRef, const aclScalar* threshold, const aclScalar* value,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnThreshold.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceThreshold(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_THRESHOLD_H_
