// aclnnLinspace: so many numbers at equal distances from one to another.
//
//   out[i] = start + i * (end - start) / (steps - 1)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LINSPACE_H_
#define OPENACLNN_ACLNNOP_ACLNN_LINSPACE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// start: the first number, of any real dtype, as end (rule 7).
// end: the last number, if there are several.
// steps: how many there are; not negative.
// out: receives the numbers in row-major order; rank at most 8, with steps elements. FLOAT16,
//   BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT32 or, not on Ascend910 and Ascend310P, INT16. Where
//   these are integers, start and end count as they are toward zero.
// workspaceSize: receives the bytes of workspace to pass to aclnnLinspace; currently 0.
// executor: receives the executor.
//
// Special values. One number is start. Integers are numbers toward zero; they saturate.
// Accuracy: the distance, its product and the sum are in double, from the nearer one of start and
// end, which are exact; each number is rounded once to the dtype of out. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLinspaceGetWorkspaceSize(const aclScalar* start,
                                                              const aclScalar* end, int64_t steps,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnLinspace(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LINSPACE_H_
