// aclnnTriangularSolve: systems of equations whose matrix is a triangle.
//
//   A @ xOut = self, or A^T @ xOut = self
//   mOut     = the triangle of A, 0 elsewhere
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_TRIANGULAR_SOLVE_H_
#define OPENACLNN_ACLNNOP_ACLNN_TRIANGULAR_SOLVE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the right sides, [..., n, columns]. FLOAT or DOUBLE; 2 to 8 axes.
// A: the matrices, [..., n, n]. Same dtype. Its other axes broadcast with those of self. What is
//   beyond the triangle is not read.
// upper: whether the triangle is the upper one, or else the lower one.
// transpose: whether the transpose of the triangle counts.
// unitriangular: whether its diagonal counts as ones, and is not read.
// xOut: receives the solutions, [..., n, columns], of the broadcast axes. Same dtype. Shares no
//   memory with inputs.
// mOut: receives the triangles, [..., n, n], of the broadcast axes. Same dtype. Shares no memory
//   with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnTriangularSolve; currently 0.
// executor: receives the executor.
//
// Special values. A diagonal of 0 gives infinities and NaNs, as IEEE 754 has them.
// Accuracy: all terms are computed in DOUBLE, one after the other, and results of FLOAT are rounded
// once.
// Products: all but 310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTriangularSolveGetWorkspaceSize(
    const aclTensor* self, const aclTensor* A, bool upper, bool transpose, bool unitriangular,
    aclTensor* xOut, aclTensor* mOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTriangularSolve(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor,
                                                     const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_TRIANGULAR_SOLVE_H_
