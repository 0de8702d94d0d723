// aclnnHistc: how many elements of a tensor are in each of several bins.
//
//   out[i] = how many x of self have min + i w <= x < min + (i + 1) w, w = (max - min) / bins
//
// The last bin has max, too.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_HISTC_H_
#define OPENACLNN_ACLNNOP_ACLNN_HISTC_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, FLOAT, INT8, UINT8, INT16, INT32 or INT64; rank at most 8.
// bins: how many bins there are; above 0.
// min: where the first bin begins. Finite, or the same infinity as max. It is rounded to FLOAT, or,
//   if self has integers, truncated.
// max: where the last bin ends; not below min, and converted as that.
// out: receives the counts. One of the dtypes of self, which can be cast to that of self; of shape
//   [bins]. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnHistc; above 0 where a tensor has
//   gaps or is converted.
// executor: receives the executor.
//
// Special values. NaN is in no bin. Where min is max they become the smallest and the largest
// element; if these are equal, too, the middle bin has all. The run fails if an element is not
// finite then.
// Accuracy: exact: bins are compared without rounding. A count is converted to the dtype of out as
// by aclnnCast.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHistcGetWorkspaceSize(const aclTensor* self, int64_t bins,
                                                           const aclScalar* min,
                                                           const aclScalar* max, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHistc(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_HISTC_H_
