// aclnnReflectionPad1dBackward: the gradient of aclnnReflectionPad1d.
//
//   gradInput = the sum of gradOutput where an element has come to be
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_REFLECTION_PAD1D_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_REFLECTION_PAD1D_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradients by the results of aclnnReflectionPad1d, in their shape. Same dtype as
//   self.
// self: the tensor that was padded: only its dtype, FLOAT16, BFLOAT16, FLOAT, DOUBLE, COMPLEX64 or
//   COMPLEX128, and its shape count.
// padding: two numbers: how many elements come before and after the last axis; each below the size
//   of its axis.
// gradInput: receives the gradients. Same dtype and shape as self.
// workspaceSize: receives the bytes of workspace to pass to aclnnReflectionPad1dBackward; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Special values. A sum with inf or NaN is what IEEE arithmetic says. Order of sums: along depth
// and height first, then along the width, in double. Accuracy: sums are in double and rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnReflectionPad1dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* padding,
    aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnReflectionPad1dBackward(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_REFLECTION_PAD1D_BACKWARD_H_
