// aclnnForeachPowScalarList: the elements of a list's tensors to a power for each.
//
//   out[i] = x[i] ^ scalars[i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_POW_SCALAR_LIST_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_POW_SCALAR_LIST_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x: the bases. FLOAT16, BFLOAT16, FLOAT or INT32, all of one dtype; rank at most 8.
// scalars: the exponents (rule 7). One real number for each tensor of x. Beside integers it counts
//   toward zero.
// out: receives the results. As many tensors as x, each with the dtype and the shape of that of x.
//   It may be a tensor of x of the same index.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachPowScalarList; currently 0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. As aclnnPowTensorScalar has them, and integers to a negative power as
// aclnnPowTensorTensor.
// Accuracy: as aclnnPowTensorScalar has it; integers are exact modulo 2^32.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachPowScalarListGetWorkspaceSize(
    const aclTensorList* x, const aclScalarList* scalars, const aclTensorList* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachPowScalarList(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_POW_SCALAR_LIST_H_
