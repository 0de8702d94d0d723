// aclnnAngleV2: the angles of numbers, real or complex.
//
//   out = atan2(imag(x), real(x)), in radians from -pi to pi
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ANGLE_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_ANGLE_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: the numbers. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64, BOOL or COMPLEX64;
// rank
//   at most 8.
// out: receives the angles; written although the prototype says const. FLOAT16, BFLOAT16 or FLOAT;
//   of the shape of x. Shares no memory with x.
// workspaceSize: receives the bytes of workspace to pass to aclnnAngleV2; currently 0.
// executor: receives the executor.
//
// Special values. A real number below 0 gives pi, any other 0, and NaN NaN; zeros of both signs
// give 0. A complex number has the angle that aclnnAtan2 gives. Accuracy: within 0.501 ULP in
// FLOAT; results in FLOAT16 and BFLOAT16 are rounded once. Products: Ascend910B, Ascend910_93 and
// Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAngleV2GetWorkspaceSize(const aclTensor* x,
                                                             const aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAngleV2(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ANGLE_V2_H_
