// aclnnSoftplusBackward: the gradient of softplus(x) = log(1 + exp(beta x)) / beta, which is taken
// as x itself where beta x exceeds a threshold.
//
//   gradInput = gradOutput                          where beta * self > threshold
//               gradOutput / (1 + exp(-beta self))  elsewhere
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SOFTPLUS_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_SOFTPLUS_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of softplus's output. FLOAT, FLOAT16, BFLOAT16 or DOUBLE; rank at most
//   8.
// self: the argument x of softplus. FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64,
//   UINT8 or BOOL; the shape of gradOutput, without broadcasting.
// beta, threshold: rule 7. Any value; beta may be 0 or negative.
// gradInput: receives the gradient of self. FLOAT, FLOAT16, BFLOAT16 or DOUBLE; the shape of self.
//   May be gradOutput or self.
// workspaceSize: receives the bytes of workspace to pass to aclnnSoftplusBackward; currently 0.
// executor: receives the executor.
//
// The three dtypes are independent of each other. If gradOutput or self is DOUBLE, the operator
// computes in double, beta and threshold included; otherwise in float, and a DOUBLE gradInput is
// the FLOAT one, widened. The result is rounded once, to the dtype of gradInput: a FLOAT16
// gradOutput with a FLOAT gradInput is not rounded to FLOAT16 in between.
// Special values. beta * self equal to threshold is not above it. NaN in self or beta gives NaN; a
// NaN threshold is never exceeded. beta * self = inf gives gradOutput, -inf gives 0 * gradOutput:
// 0 with the sign of gradOutput, NaN for inf. Finite beta and self have a finite product, also
// beyond the range of DOUBLE.
// Accuracy, for any self and gradOutput: FLOAT within 1 ULP; BFLOAT16 and FLOAT16 correctly
// rounded except for rare near-ties (docs/numerics.md); DOUBLE, if an input is, within 1.1 ULP.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftplusBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclScalar* beta,
    const aclScalar* threshold, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftplusBackward(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SOFTPLUS_BACKWARD_H_
