// aclnnPolar: complex numbers of their size and their angle.
//
//   out = input * cos(angle) + i * input * sin(angle)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_POLAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_POLAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: the sizes. FLOAT; rank at most 8. A negative size is a factor like the others.
// angle: the angles in radians. FLOAT; rank at most 8. input and angle broadcast (rule 5).
// out: receives the numbers. COMPLEX64; of the shape to which input and angle broadcast. Shares no
//   memory with them.
// workspaceSize: receives the bytes of workspace to pass to aclnnPolar; a DOUBLE for each angle.
// executor: receives the executor.
//
// Special values. An infinite angle gives NaN in both parts. Sizes that are infinite, zeros or NaN
// give the products of IEEE 754.
// Accuracy: each part is within 0.501 ULP, for every finite angle.
// Products: Ascend310P, Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPolarGetWorkspaceSize(const aclTensor* input,
                                                           const aclTensor* angle, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPolar(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_POLAR_H_
