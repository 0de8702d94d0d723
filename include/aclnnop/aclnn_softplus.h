// aclnnSoftplus: softplus(x) = log(1 + exp(beta x)) / beta, which is taken as x itself where beta x
// exceeds a threshold.
//
//   out = beta * self > threshold ? self : log(1 + exp(beta * self)) / beta
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SOFTPLUS_H_
#define OPENACLNN_ACLNNOP_ACLNN_SOFTPLUS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// beta, threshold: rule 7. Any value; beta may be 0 or negative.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE, whatever the dtype of self; same
//   shape as self. May be self if its dtype is the same.
// workspaceSize: receives the bytes of workspace to pass to aclnnSoftplus; currently 0.
// executor: receives the executor.
//
// The result is computed in float; a DOUBLE out holds the float.
//
// Special values. beta * self, which is not rounded, equal to threshold is not above it; a NaN
// threshold is never exceeded. The exponential does not overflow: with a high threshold a large
// self gives itself. A beta of 0 gives an infinity, log(2) / beta. -inf gives 0 where beta is
// positive; NaN in self or beta gives NaN; so does an infinite beta where self is 0 or the
// threshold is not exceeded above 0.
// Accuracy: exact above the threshold; elsewhere within 1 ULP in FLOAT, from which FLOAT16 and
// BFLOAT16 are rounded.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftplusGetWorkspaceSize(
    const aclTensor* self, const aclScalar* beta, const aclScalar* threshold, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftplus(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SOFTPLUS_H_
