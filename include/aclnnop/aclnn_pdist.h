// aclnnPdist: the distances of all pairs of rows of a matrix.
//
//   out[pair of i < j] = (the sum over k of |self[i, k] - self[j, k]|^p)^(1 / p)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_PDIST_H_
#define OPENACLNN_ACLNNOP_ACLNN_PDIST_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the rows, [P, M]. FLOAT16 or FLOAT.
// p: the power, 0 or more. 0 counts the differences other than 0; inf takes the largest one.
// out: receives the distances, [P (P - 1) / 2]: of row 0 to those behind it, of row 1 to those
//   behind it, and so on. Same dtype. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnPdist; currently that of self as
//   DOUBLEs, twice.
// executor: receives the executor.
//
// Special values. A NaN in one of two rows gives NaN, except for p = 0, where it counts. Rows of no
// elements have the distance 0.
// Accuracy: differences and sums are DOUBLEs, in an order that M alone decides, and results are
// rounded once: within 0.51 ULP and 2^-40 of the result. Powers beyond the range of DOUBLE give
// inf or 0. The bits are those of aclnnCdist.
// Products: Ascend910, Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPdistGetWorkspaceSize(const aclTensor* self, float p,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPdist(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_PDIST_H_
