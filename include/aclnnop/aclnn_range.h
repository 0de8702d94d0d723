// aclnnRange: numbers at equal distances, up to an end that is among them where it can be.
//
//   out[i] = start + i * step, as long as that is not beyond end
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_RANGE_H_
#define OPENACLNN_ACLNNOP_ACLNN_RANGE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// start: the first number. Finite; of any real dtype, as end and step (rule 7).
// end: what no number is beyond; start, or on that side of it to which step leads.
// step: from one number to the next; not 0.
// out: receives the numbers; of one axis. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT32 or INT64. Where
//   it has integers, those of start, end and step that scalars have toward zero count. Its size is
//   (end - start) / step, rounded down, and 1; callers may have found that in double or float, too.
// workspaceSize: receives the bytes of workspace to pass to aclnnRange; currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnArange.
// Accuracy: that of aclnnArange. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRangeGetWorkspaceSize(const aclScalar* start,
                                                           const aclScalar* end,
                                                           const aclScalar* step, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRange(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_RANGE_H_
