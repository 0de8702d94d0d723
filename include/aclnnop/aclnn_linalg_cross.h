// aclnnLinalgCross: the cross products of vectors of three components.
//
//   out = self x other, whose component i is
//   self[i + 1] * other[i + 2] - self[i + 2] * other[i + 1], indices modulo 3
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LINALG_CROSS_H_
#define OPENACLNN_ACLNNOP_ACLNN_LINALG_CROSS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first vectors. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64;
//   rank from 1 to 8.
// other: the second vectors. Same dtype as self; rank at most 8. self and other broadcast (rule 5).
// dim: the axis of self along which the components lie, from -rank to rank - 1. self and other
//   broadcast to the size 3 there.
// out: receives the products. Same dtype as self; of the shape to which self and other broadcast.
//   Shares no memory with them.
// workspaceSize: receives the bytes of workspace to pass to aclnnLinalgCross; for integers other
//   than INT64 more than 0.
// executor: receives the executor.
//
// Special values. Each component is as IEEE 754 has its two products and their difference: where
// an infinity meets 0, or infinities cancel, it is NaN.
// Accuracy: products of floats are exact and their difference is rounded once; DOUBLE is within
// 1.5 ULP. Integers are exact, modulo 2^n in their dtype.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLinalgCrossGetWorkspaceSize(const aclTensor* self,
                                                                 const aclTensor* other,
                                                                 int64_t dim, aclTensor* out,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLinalgCross(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LINALG_CROSS_H_
