// aclnnForeachMulListInplace: the tensors of a list times those of another, in place.
//
//   x1[i] = x1[i] * x2[i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_MUL_LIST_INPLACE_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_MUL_LIST_INPLACE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x1: the first factors, and what becomes of them, although the prototype says const. FLOAT16,
//   BFLOAT16, FLOAT or INT32, all of one dtype; rank at most 8.
// x2: the other factors. As many tensors as x1, each with the dtype and the shape of that of x1.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachMulListInplace; currently
//   0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. As IEEE 754 has them: 0 * inf is NaN.
// Accuracy: correctly rounded. Integers are exact, modulo 2 to the power of their bits (rule 12).
// Products: Ascend910B, Ascend910_93, Ascend950. The vendor's page has the last alone.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnForeachMulListInplaceGetWorkspaceSize(const aclTensorList* x1, const aclTensorList* x2,
                                           uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachMulListInplace(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_MUL_LIST_INPLACE_H_
