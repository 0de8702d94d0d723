// aclnnForeachPowList: the elements of a list's tensors to the powers that another list has.
//
//   out[i] = x1[i] ^ x2[i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_POW_LIST_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_POW_LIST_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x1: the bases. FLOAT16, BFLOAT16, FLOAT or INT32, all of one dtype; rank at most 8.
// x2: the exponents. As many tensors as x1, of their dtype and shapes.
// out: receives the results. As many tensors as x1, each with the dtype and the shape of that of
// x1.
//   It may be a tensor of x1 of the same index.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachPowList; currently 0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. As aclnnPowTensorTensor has them: integers to a negative power are 0, except for
// the bases 1 and -1.
// Accuracy: as aclnnPowTensorTensor has it; integers are exact modulo 2^32.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachPowListGetWorkspaceSize(const aclTensorList* x1,
                                                                    const aclTensorList* x2,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachPowList(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_POW_LIST_H_
