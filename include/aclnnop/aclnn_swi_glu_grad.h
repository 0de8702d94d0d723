// aclnnSwiGluGrad: the gradient of aclnnSwiGlu, silu(a) * b with silu(t) = t / (1 + exp(-t)).
//
//   first half of out  = yGrad * b * silu'(a)
//   second half of out = yGrad * silu(a)
//
// a and b are the first and the second half of x along the axis dim, along which out is cut, too.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SWI_GLU_GRAD_H_
#define OPENACLNN_ACLNNOP_ACLNN_SWI_GLU_GRAD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// yGrad: the gradient of aclnnSwiGlu's out. FLOAT16, BFLOAT16 or FLOAT. The shape of x with half
//   the size along dim.
// x: the input of aclnnSwiGlu. Dtype of yGrad; rank from 1 to 8.
// dim: the axis that is cut in two, from -rank to rank - 1; -1 is the last. The size of x along it
//   is even, or 0.
// out: receives the gradient of x, const as it is. Dtype and shape of x. May be x.
// workspaceSize: receives the bytes of workspace to pass to aclnnSwiGluGrad; currently 0.
// executor: receives the executor.
//
// Special values. a = inf gives yGrad * b and yGrad * inf, a = -inf 0 * (yGrad * b) and 0 * yGrad.
// For no finite a but 0 a factor is 0. NaN gives NaN.
// Accuracy: each a product of real numbers, rounded once: within 1 ULP in FLOAT, near the zero of
// silu' too; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSwiGluGradGetWorkspaceSize(const aclTensor* yGrad,
                                                                const aclTensor* x, int64_t dim,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnSwiGluGrad(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SWI_GLU_GRAD_H_
