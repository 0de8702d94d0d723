// aclnnForeachSubScalar: the tensors of a list minus a number in a tensor.
//
//   out[i] = x[i] - scalar
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x: what is subtracted from. FLOAT16, BFLOAT16, FLOAT or INT32, all of one dtype; rank at most 8.
// scalar: what is subtracted, a tensor of one element, which is read when the call runs. FLOAT
//   beside FLOAT and BFLOAT16 of x, FLOAT16 beside FLOAT16, and INT32 beside integers.
// out: receives the results. As many tensors as x, each with the dtype and the shape of that of x.
//   It may be a tensor of x of the same index.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachSubScalar; currently 0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. As IEEE 754 has them: inf - inf is NaN.
// Accuracy: correctly rounded. Integers are exact, modulo 2 to the power of their bits (rule 12).
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachSubScalarGetWorkspaceSize(const aclTensorList* x,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachSubScalar(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_H_
