// aclnnDropoutV3Grad: the gradient of aclnnDropoutV3.
//
//   gradX = gradY * (the bit of mask) * scale
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// gradY: the gradient by the result, in row-major order. FLOAT16, BFLOAT16 or FLOAT; rank 0 to 8.
// mask: the bits, as aclnnDropoutGenMask makes them: element i is kept where bit i is 1. UINT8,
//   of any shape; 16 elements for each 128, or part of 128, of gradY.
// scale: the factor, 1 / (1 - p).
// gradX: receives the result. FLOAT16, BFLOAT16 or FLOAT; same shape as gradY. May be gradY.
// workspaceSize: receives the bytes of workspace to pass to aclnnDropoutV3Grad.
// executor: receives the executor.
//
// Special values. A bit of 0 is a factor: NaN and inf give NaN, and a negative number -0.
// Accuracy: within 0.51 ULP, rounded once from double. Products: Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutV3GradGetWorkspaceSize(const aclTensor* gradY,
                                                                   const aclTensor* mask,
                                                                   double scale, aclTensor* gradX,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutV3Grad(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H_
