// aclnnLogSpace: the powers of a base whose exponents are at equal distances.
//
//   result[i] = base ^ (start + i * (end - start) / (steps - 1))
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOGSPACE_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOGSPACE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// start: the first exponent, of any real dtype, as end (rule 7).
// end: the last exponent, if there are several.
// steps: how many there are; not negative.
// base: the base of all powers; may be negative.
// result: receives the powers in row-major order; written although the prototype says const.
// FLOAT16,
//   BFLOAT16 or FLOAT; rank at most 8, with steps elements.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogSpace; a DOUBLE for
//   each power.
// executor: receives the executor.
//
// Special values. One power is that of start. A negative base gives NaN where the exponent is not
// whole, and else what aclnnPowScalarTensor gives.
// Accuracy: exponents and powers are computed in double, and each power is rounded once.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSpaceGetWorkspaceSize(const aclScalar* start,
                                                              const aclScalar* end, int64_t steps,
                                                              double base, const aclTensor* result,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSpace(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOGSPACE_H_
