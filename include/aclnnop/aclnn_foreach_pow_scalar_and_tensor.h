// aclnnForeachPowScalarAndTensor: a number to the powers that a list's tensors have.
//
//   out[i] = scalar ^ x[i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_POW_SCALAR_AND_TENSOR_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_POW_SCALAR_AND_TENSOR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// scalar: the base (rule 7). FLOAT or DOUBLE; beside INT32 INT64, of which the low bits count.
// x: the exponents. FLOAT16, BFLOAT16, FLOAT or INT32, all of one dtype; rank at most 8.
// out: receives the results. As many tensors as x, each with the dtype and the shape of that of x.
//   It may be a tensor of x of the same index.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachPowScalarAndTensor;
// currently 0. executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. As aclnnPowScalarTensor has them.
// Accuracy: as aclnnPowScalarTensor has it; integers are exact modulo 2^32.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachPowScalarAndTensorGetWorkspaceSize(
    const aclScalar* scalar, const aclTensorList* x, const aclTensorList* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachPowScalarAndTensor(void* workspace,
                                                               uint64_t workspaceSize,
                                                               aclOpExecutor* executor,
                                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_POW_SCALAR_AND_TENSOR_H_
