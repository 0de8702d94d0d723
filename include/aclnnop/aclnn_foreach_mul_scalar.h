// aclnnForeachMulScalar: the tensors of a list times a number in a tensor.
//
//   out[i] = x[i] * scalar
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_MUL_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_MUL_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x: the first factors. FLOAT16, BFLOAT16, FLOAT or INT32, all of one dtype; rank at most 8.
// scalar: the other factor, a tensor of one element, which is read when the call runs. FLOAT beside
//   FLOAT and BFLOAT16 of x, FLOAT16 beside FLOAT16, on Ascend950 FLOAT too, and INT32 beside
//   integers.
// out: receives the results. As many tensors as x, each with the dtype and the shape of that of x.
//   It may be a tensor of x of the same index.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachMulScalar; currently 0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. As IEEE 754 has them: 0 * inf is NaN.
// Accuracy: correctly rounded. Integers are exact, modulo 2 to the power of their bits (rule 12).
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachMulScalarGetWorkspaceSize(const aclTensorList* x,
                                                                      const aclTensor* scalar,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachMulScalar(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_MUL_SCALAR_H_
