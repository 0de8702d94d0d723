// aclnnForeachAddList: the tensors of a list plus multiples of those of another, by
// a factor in a tensor.
//
//   out[i] = x1[i] + alpha * x2[i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_ADD_LIST_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_ADD_LIST_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of a list (161001).
//
// x1: the first summands. FLOAT16, BFLOAT16, FLOAT or INT32, and except on Ascend950 INT16, INT8 or
//   UINT8, all of one dtype; rank at most 8.
// x2: what is multiplied and added. As many tensors as x1, each with the dtype and the shape of
//   that of x1.
// alpha: the factor of x2, a tensor of one element, which is read when the call runs. FLOAT beside
//   FLOAT and BFLOAT16 of x1, FLOAT16 beside FLOAT16, and INT32 beside integers.
// out: receives the results. As many tensors as x1, each with the dtype and the shape of that of
//   x1. It may be a tensor of an input of the same index.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachAddList; currently 0.
// executor: receives the executor.
//
// Lists without tensors, and tensors without elements, are no error. Threads share the elements of
// all tensors.
//
// Special values. As IEEE 754 has them: inf - inf and 0 * inf are NaN.
// Accuracy: correctly rounded where alpha is 1 or -1, else within 0.5001 ULP. Integers are exact,
// modulo 2 to the power of their bits (rule 12).
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachAddListGetWorkspaceSize(
    const aclTensorList* x1, const aclTensorList* x2, const aclTensor* alpha, aclTensorList* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachAddList(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_ADD_LIST_H_
