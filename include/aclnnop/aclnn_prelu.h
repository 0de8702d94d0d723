// aclnnPrelu: x where it is positive, elsewhere w x, with one weight w for all elements or one for
// each channel.
//
//   out = self > 0 ? self : weight * self
//
// The channel is the index along axis 1 of self.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_PRELU_H_
#define OPENACLNN_ACLNNOP_ACLNN_PRELU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument x. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// weight: one element; or, if self has an axis, as many elements as self has channels. These are
//   its size along axis 1, or 1 if self has one axis only. The shape of weight does not matter, its
//   elements are taken in row-major order. FLOAT16, BFLOAT16 or FLOAT, whatever the dtype of self;
//   rank at most 8.
// out: receives the result. FLOAT16, BFLOAT16 or FLOAT, whatever the dtypes of the inputs; same
//   shape as self. May be self if its dtype is the same.
// workspaceSize: receives the bytes of workspace to pass to aclnnPrelu: 0; for a copy of the
//   weights, up to 8 for each and up to 128, where weight has gaps or the three dtypes differ.
// executor: receives the executor.
//
// The inputs are taken as they are, and the product is rounded once, to the dtype of out.
//
// Special values. Zeros and NaN in self are multiplied: 0 * inf is NaN. A NaN or infinite weight
// leaves positive elements as they are.
// Accuracy: correctly rounded; exact where self is positive and the dtype of out is that of self.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPreluGetWorkspaceSize(const aclTensor* self,
                                                           const aclTensor* weight, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPrelu(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_PRELU_H_
