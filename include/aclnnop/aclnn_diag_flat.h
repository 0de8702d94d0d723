// aclnnDiagFlat: a matrix with the elements of a tensor on a diagonal.
//
//   out[i - min(diagonal, 0), i + max(diagonal, 0)] = element i of self, else 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DIAG_FLAT_H_
#define OPENACLNN_ACLNNOP_ACLNN_DIAG_FLAT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None of the pointers may be null (161001).
//
// self: the elements, in row-major order. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16,
//   INT32, INT64, BOOL or COMPLEX64; rank at most 8.
// diagonal: by how many columns the diagonal lies to the right of the main one; negative: to the
//   left.
// out: receives the matrix. Same dtype as self; a square of n + |diagonal|, where n is the number
//   of elements.
// workspaceSize: receives the bytes of workspace to pass to aclnnDiagFlat.
// executor: receives the executor.
//
// Special values. Elements keep their bits.
// Accuracy: exact.
// Products: all but Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDiagFlatGetWorkspaceSize(const aclTensor* self,
                                                              int64_t diagonal, aclTensor* out,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDiagFlat(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DIAG_FLAT_H_
