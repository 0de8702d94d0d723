// aclnnForeachLerpScalar: between the tensors of two lists, as far from the first as a number says.
//
//   out[i] = x1[i] + weight * (x2[i] - x1[i])
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_LERP_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_LERP_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x1: where it begins. FLOAT16, BFLOAT16 or FLOAT, all of one dtype; rank at most 8.
// x2: where it ends. As many tensors as x1, each with the dtype and the shape of that of x1.
// weight: the part of the way from x1 to x2 (rule 7). FLOAT or DOUBLE.
// out: receives the results. As many tensors as x1, each with the dtype and the shape of that of
//   x1. It may be a tensor of an input of the same index.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachLerpScalar; currently 0.
// executor: receives the executor.
//
// From |weight| = 0.5 on, out is x2 - (x2 - x1) * (1 - weight). So for finite operands a weight of
// 0 gives x1 and one of 1 gives x2, except for the sign of a zero.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. As IEEE 754 has them in this formula: inf - inf and 0 * inf are NaN.
// Accuracy: within 0.501 ULP of FLOAT, and 2^-50 |weight * (x2 - x1)|, as the difference is rounded
// to double.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachLerpScalarGetWorkspaceSize(
    const aclTensorList* x1, const aclTensorList* x2, const aclScalar* weight, aclTensorList* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachLerpScalar(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_LERP_SCALAR_H_
