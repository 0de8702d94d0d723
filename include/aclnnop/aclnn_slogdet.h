// aclnnSlogdet: signs and logarithms of the determinants of matrices.
//
//   signOut = sign(det(self)),   logOut = log(abs(det(self)))
//
// The sign of a complex determinant is det(self) / abs(det(self)).
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SLOGDET_H_
#define OPENACLNN_ACLNNOP_ACLNN_SLOGDET_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the matrices, [..., n, n]. FLOAT, DOUBLE, COMPLEX64 or COMPLEX128; 2 to 8 axes.
// signOut: receives the signs, [...]. FLOAT, DOUBLE, COMPLEX64 or COMPLEX128, and complex if self
//   is. Shares no memory with the others.
// logOut: receives the logarithms, [...]. As signOut; imaginary parts are 0. Shares no memory with
//   the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnSlogdet; currently two DOUBLEs for
//   each matrix, and copies of what is not contiguous, or not DOUBLE or COMPLEX128.
// executor: receives the executor.
//
// Special values. Where the determinant is 0, the sign is 0 and the logarithm -inf. A NaN or an
// infinity in a matrix makes its sign and its logarithm NaN. Without rows they are 1 and 0.
// Accuracy: by elimination with pivots in DOUBLE, in an order that n alone decides, and rounded
// once. Logarithms of what overflows or vanishes as a DOUBLE are as good.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSlogdetGetWorkspaceSize(const aclTensor* self,
                                                             aclTensor* signOut, aclTensor* logOut,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSlogdet(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SLOGDET_H_
