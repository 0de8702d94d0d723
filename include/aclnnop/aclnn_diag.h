// aclnnDiag: a diagonal of a matrix, or a matrix with a vector on a diagonal.
//
//   out[i] = self[i - min(diagonal, 0), i + max(diagonal, 0)]  of a matrix
//   out[i - min(diagonal, 0), i + max(diagonal, 0)] = self[i], else 0, of a vector
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DIAG_H_
#define OPENACLNN_ACLNNOP_ACLNN_DIAG_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None of the pointers may be null (161001).
//
// self: the matrix, or the vector. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32,
//   INT64, BOOL or COMPLEX64; of one axis or two.
// diagonal: by how many columns the diagonal lies to the right of the main one; negative: to the
//   left.
// out: receives the result. Same dtype as self. Where self is a matrix, it has one axis with as
// many
//   elements as the diagonal has, none where that lies beside the matrix. Where self is a vector of
//   n elements, it is a square of n + |diagonal|.
// workspaceSize: receives the bytes of workspace to pass to aclnnDiag.
// executor: receives the executor.
//
// Special values. Elements keep their bits.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDiagGetWorkspaceSize(const aclTensor* self, int64_t diagonal,
                                                          aclTensor* out, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDiag(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DIAG_H_
