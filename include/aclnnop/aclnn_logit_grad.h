// aclnnLogitGrad: the gradient of logit(x) = log(x / (1 - x)), with x clamped to [eps, 1 - eps] if
// eps is not negative.
//
//   out = dy / (x (1 - x))  where x is in range
//         0                 elsewhere; NaN elsewhere if eps < 0
//
// The range is [0, 1] if eps < 0, otherwise [eps, 1 - eps]; both ends belong to it. The general
// rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOGIT_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOGIT_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: the argument of logit. BFLOAT16, FLOAT16 or FLOAT; rank at most 8.
// dy: the gradient of logit's output. Same dtype and shape as x.
// eps: narrowed to float, e; 1 - e is computed in float.
// out: receives the gradient of x. Same dtype and shape as x. May be x or dy. Its elements are
//   written, although the tensor is const.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogitGrad; currently 0.
// executor: receives the executor.
//
// Special values; of the rows that apply, the first counts:
//   x NaN or eps NaN           NaN
//   e < 0, -inf included       x outside [0, 1], infinities included: NaN
//   0 <= e < 1                 x outside [e, 1 - e]: +0 whatever dy is; so always for e > 0.5
//   e = 1                      inf with the sign of dy; NaN for dy = 0
//   1 < e < inf                NaN
//   e = inf                    +0
//   x = 0, -0 or 1, in range   inf with the sign of dy; NaN for dy = 0
//   dy NaN, in range           NaN
// Accuracy, for any x and dy: FLOAT within 1 ULP; BFLOAT16 and FLOAT16 correctly rounded except
// for rare near-ties (docs/numerics.md).
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogitGradGetWorkspaceSize(const aclTensor* x,
                                                               const aclTensor* dy, double eps,
                                                               const aclTensor* out,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogitGrad(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOGIT_GRAD_H_
