// aclnnLerps: between two tensors, as far from the first as a number says; and the same in place.
//
//   out = self + weight * (end - self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LERP_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_LERP_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: where it begins. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// end: where it ends. Has the dtype of self. self and end broadcast (rule 5).
// weight: the part of the way from self to end (rule 7), converted to float.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape to which self and end
//   broadcast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnLerps; currently 0.
// executor: receives the executor.
//
// From |weight| = 0.5 on, out is end - (end - self) * (1 - weight). So for finite operands a weight
// of 0 gives self and one of 1 gives end, except for the sign of a zero.
//
// Special values. As IEEE 754 has them in this formula: inf - inf and 0 * inf are NaN.
// Accuracy: within 0.501 ULP of FLOAT, and 2^-50 |weight * (end - self)|, as the difference is
// rounded to double.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLerpsGetWorkspaceSize(const aclTensor* self,
                                                           const aclTensor* end,
                                                           const aclScalar* weight, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLerps(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: where it begins, which the result replaces. As self and out of aclnnLerps, of the shape
//   to which it and end broadcast.
// end, weight: as for aclnnLerps.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceLerps; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnLerps.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLerpsGetWorkspaceSize(aclTensor* selfRef,
                                                                  const aclTensor* end,
                                                                  const aclScalar* weight,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnLerps.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceLerps(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor,
                                                  const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LERP_SCALAR_H_
