// aclnnDropoutDoMask: elements are dropped by bits, and the others grow.
//
//   out = self / (1 - prob) where the bit of mask is 1, else 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DROPOUT_DO_MASK_H_
#define OPENACLNN_ACLNNOP_ACLNN_DROPOUT_DO_MASK_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// self: the elements, in row-major order. FLOAT16, BFLOAT16 or FLOAT; rank 0 to 8.
// mask: the bits, as aclnnDropoutGenMask makes them: element i is kept where bit i is 1. UINT8,
//   of any shape; 16 elements for each 128, or part of 128, of self.
// prob: the probability that an element was dropped, from 0 to 1.
// out: receives the result. FLOAT16, BFLOAT16 or FLOAT; same shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnDropoutDoMask.
// executor: receives the executor.
//
// Special values. If prob is 0, out is self, and if it is 1, out is 0; mask is not read then. What
// is dropped is 0, NaN too.
// Accuracy: within 0.51 ULP, rounded once from double.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutDoMaskGetWorkspaceSize(const aclTensor* self,
                                                                   const aclTensor* mask,
                                                                   double prob, aclTensor* out,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDropoutDoMask(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DROPOUT_DO_MASK_H_
