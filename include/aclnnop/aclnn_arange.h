// aclnnArange: numbers at equal distances, up to an end that is not among them.
//
//   out[i] = start + i * step, as long as that is before end
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ARANGE_H_
#define OPENACLNN_ACLNNOP_ACLNN_ARANGE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// start: the first number. Finite; of any real dtype, as end and step (rule 7).
// end: what no number reaches; start, or on that side of it to which step leads.
// step: from one number to the next; not 0.
// out: receives the numbers; of one axis, or with axes of 1 before it. FLOAT16, BFLOAT16, FLOAT,
//   DOUBLE, INT32 or INT64. Where it has integers, those of start, end and step that scalars have
//   toward zero count. Its size is (end - start) / step, rounded up; callers may have found that in
//   double or in float, too.
// workspaceSize: receives the bytes of workspace to pass to aclnnArange; currently 0.
// executor: receives the executor.
//
// Special values. Integers are those of 64 bits, of which INT32 has the low 32.
// Accuracy: integers are exact. Others are a product and a sum in double, rounded once to the dtype
// of out.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnArangeGetWorkspaceSize(const aclScalar* start,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnArange(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ARANGE_H_
