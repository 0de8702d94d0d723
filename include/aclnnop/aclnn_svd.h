// aclnnSvd: singular values and vectors of matrices.
//
//   input = u @ diag(sigma) @ v^T, where the columns of u and v are orthogonal and of length 1
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SVD_H_
#define OPENACLNN_ACLNNOP_ACLNN_SVD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: the matrices, [..., m, n]. FLOAT, DOUBLE, COMPLEX64 or COMPLEX128; 2 to 8 axes.
// fullMatrices: whether u and v have all columns, or else as many as k = min(m, n).
// computeUV: whether u and v are asked for. If not, they are neither checked nor written.
// sigma: receives the singular values, [..., k], in descending order. Same dtype as input, also
//   where that is complex. Shares no memory with the others.
// u: receives the vectors on the left, [..., m, k], or [..., m, m] if fullMatrices is true. Same
//   dtype as input. Shares no memory with the others.
// v: receives the vectors on the right, [..., n, k], or [..., n, n] if fullMatrices is true. Same
//   dtype as input. Shares no memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnSvd; currently those of the
//   tensors as DOUBLEs or COMPLEX128, where they are not that and contiguous.
// executor: receives the executor.
//
// Special values. A matrix with a NaN or an infinity has NaNs as results. Vectors without a value
// complete the others; without rows or columns they are the identity.
// Accuracy: all is computed in DOUBLE, in an order that m and n alone decide, and rounded once.
// Values below 2^-400 of the largest may be 0. Signs and phases of pairs of vectors are open, and
// so are vectors of values that are equal; they are the same in each call.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSvdGetWorkspaceSize(
    const aclTensor* input, const bool fullMatrices, const bool computeUV, aclTensor* sigma,
    aclTensor* u, aclTensor* v, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSvd(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SVD_H_
