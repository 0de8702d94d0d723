// aclnnCelu: x where it is positive, an exponential whose slope at 0 is 1 elsewhere; and the same
// in place.
//
//   out = self > 0 ? self : alpha * (exp(self / alpha) - 1)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CELU_H_
#define OPENACLNN_ACLNNOP_ACLNN_CELU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// alpha: any number that is not 0 or NaN as a float (rule 7).
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE, whatever the dtype of self; same
//   shape as self. May be self if its dtype is the same.
// workspaceSize: receives the bytes of workspace to pass to aclnnCelu; currently 0.
// executor: receives the executor.
//
// The result is computed in float; a DOUBLE out holds the float. The quotient is not rounded to
// float.
//
// Special values. -inf gives -alpha where alpha is positive, -inf where it is negative. An infinite
// alpha gives NaN where self is not positive. Zeros give themselves, NaN NaN.
// Accuracy: exact where self is positive, except for the rounding to a narrower out; elsewhere
// within 1 ULP in FLOAT, from which FLOAT16 and BFLOAT16 are rounded.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCeluGetWorkspaceSize(const aclTensor* self,
                                                          const aclScalar* alpha, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCelu(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// alpha: any number that is not 0 or NaN as a float (rule 7).
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceCelu; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnCelu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceCeluGetWorkspaceSize(aclTensor* selfRef,
                                                                 const aclScalar* alpha,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnCelu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceCelu(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CELU_H_
