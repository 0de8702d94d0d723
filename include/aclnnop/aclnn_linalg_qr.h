// aclnnLinalgQr: matrices as products of orthogonal matrices and triangles.
//
//   self = Q @ R, where the columns of Q are orthogonal and of length 1, and R is an upper triangle
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LINALG_QR_H_
#define OPENACLNN_ACLNNOP_ACLNN_LINALG_QR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the matrices, [..., m, n]. FLOAT, FLOAT16, DOUBLE, COMPLEX64 or COMPLEX128; 2 to 8 axes.
// mode: 0 for as many columns of Q as k = min(m, n); 1 for all m of them; 2 for R alone.
// Q: receives the orthogonal matrices, [..., m, k], or [..., m, m] in mode 1. The shape is [0] in
//   mode 2. Same dtype as self. Shares no memory with the others.
// R: receives the triangles, [..., k, n], or [..., m, n] in mode 1, and 0 below the diagonal. Same
//   dtype as self. Shares no memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnLinalgQr; currently those of self,
//   Q and R as DOUBLEs or COMPLEX128, where they are not that and contiguous.
// executor: receives the executor.
//
// Special values. A NaN or an infinity in a column makes NaNs of what follows from it: the columns
// of Q from that one on, and elements of R. Without columns Q is the identity in mode 1.
// Accuracy: all is computed in DOUBLE, in an order that m and n alone decide, and rounded once.
// Only signs and phases are open, which are those of LAPACK: the diagonal of R is real. An element
// of it has the other sign than what was left of the column began with, if more than that was left.
// Products: Ascend910, Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLinalgQrGetWorkspaceSize(const aclTensor* self, int64_t mode,
                                                              aclTensor* Q, aclTensor* R,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLinalgQr(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LINALG_QR_H_
