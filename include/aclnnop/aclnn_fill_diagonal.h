// aclnnInplaceFillDiagonal: the elements on the main diagonal become one number.
//
//   selfRef[i, ..., i] = fillValue
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FILL_DIAGONAL_H_
#define OPENACLNN_ACLNNOP_ACLNN_FILL_DIAGONAL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None of the pointers may be null (161001).
//
// selfRef: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   of 2 to 8 axes, all of one size where there are more than 2.
// fillValue: the number (rule 7), which integers of selfRef hold once it is truncated.
// wrap: whether in a matrix of more rows than columns a diagonal begins anew one row below where
// one
//   ends.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceFillDiagonal.
// executor: receives the executor.
//
// Special values. Floats beyond the range of selfRef become infinite.
// Accuracy: exact, or rounded once.
// Products: all but Ascend910.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFillDiagonalGetWorkspaceSize(aclTensor* selfRef,
                                                                         const aclScalar* fillValue,
                                                                         bool wrap,
                                                                         uint64_t* workspaceSize,
                                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFillDiagonal(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FILL_DIAGONAL_H_
