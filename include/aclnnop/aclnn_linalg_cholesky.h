// aclnnLinalgCholesky: triangles whose squares are symmetric positive definite matrices.
//
//   self = out @ out^T, where out is a lower triangle
//   self = out^T @ out, where out is an upper triangle, if upper is true
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LINALG_CHOLESKY_H_
#define OPENACLNN_ACLNNOP_ACLNN_LINALG_CHOLESKY_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the matrices, [..., n, n], n at most 8192. FLOAT or BFLOAT16; 2 to 8 axes. Only the
//   triangle is read that out has.
// upper: whether out has upper triangles, or else lower ones.
// out: receives the triangles, with diagonals above 0, and 0 elsewhere. Same dtype and shape as
//   self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnLinalgCholesky; currently that of
//   self as DOUBLEs.
// executor: receives the executor.
//
// Special values. A matrix that is not positive definite, as one with a NaN, fails the run. Nothing
// is written then, and the message names the matrix and its leading minor.
// Accuracy: all is computed in DOUBLE, in an order that n alone decides, and rounded once.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLinalgCholeskyGetWorkspaceSize(const aclTensor* self,
                                                                    bool upper, aclTensor* out,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLinalgCholesky(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor,
                                                    const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LINALG_CHOLESKY_H_
