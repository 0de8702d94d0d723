// aclnnForeachAddcmulScalar: the tensors of a list plus the products of those of two others,
// times a number in a tensor.
//
//   out[i] = x1[i] + scalar * x2[i] * x3[i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_ADDCMUL_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_ADDCMUL_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x1: the summands. FLOAT16, BFLOAT16, FLOAT or INT32, all of one dtype; rank at most 8.
// x2: the first factors. As many tensors as x1, each with the dtype and the shape of that of x1.
// x3: the second factors. As many tensors as x1, each with the dtype and the shape of that of x1.
// scalar: the third factor, a tensor of one element, which is read when the call runs. FLOAT beside
//   FLOAT and BFLOAT16 of x1, FLOAT16 beside FLOAT16, on Ascend950 FLOAT too, and INT32 beside
//   integers.
// out: receives the results. As many tensors as x1, each with the dtype and the shape of that of
//   x1. It may be a tensor of an input of the same index.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachAddcmulScalar; currently 0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. As IEEE 754 has them: inf - inf and 0 * inf are NaN.
// Accuracy: within 0.5001 ULP. Integers are exact, modulo 2 to the power of their bits (rule 12).
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachAddcmulScalarGetWorkspaceSize(
    const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3,
    const aclTensor* scalar, const aclTensorList* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachAddcmulScalar(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_ADDCMUL_SCALAR_H_
