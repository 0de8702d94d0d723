// aclnnForeachNorm: the norms of the tensors of a list.
//
//   out[i] = (the sum of |x[i]|^scalar)^(1 / scalar), or max(|x[i]|) where scalar is inf
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_NORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_NORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x: the tensors. FLOAT16, BFLOAT16 or FLOAT, all of one dtype; rank at most 8.
// scalar: the order of the norm. FLOAT, DOUBLE or INT64. On Ascend950 all but inf and what
//   truncates to 1 count as 2.
// out: receives the norms. As many tensors as x, of its dtype, each of one element.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachNorm.
// executor: receives the executor.
//
// Lists without tensors are no error. The norm of a tensor without elements is 0 for orders above
// 0.
//
// Special values. An infinite element gives inf for orders above 0, NaN gives NaN.
// Accuracy: powers are summed in double, in the order of aclnnReduceSum, and the root is rounded
// once: within 0.501 ULP for the orders 1, 2 and inf.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachNormGetWorkspaceSize(const aclTensorList* x,
                                                                 const aclScalar* scalar,
                                                                 const aclTensorList* out,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachNorm(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_NORM_H_
