// aclnnCdist: the distances of all rows of two matrices.
//
//   out[..., i, j] = (the sum over k of |x1[..., i, k] - x2[..., j, k]|^p)^(1 / p)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CDIST_H_
#define OPENACLNN_ACLNNOP_ACLNN_CDIST_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x1: the rows i, [..., P, M]. FLOAT16, BFLOAT16 or FLOAT; 2 to 8 axes.
// x2: the rows j, [..., R, M]. Same dtype. Its axes before the last two broadcast with those of
//   x1.
// p: the power, 0 or more. 0 counts the differences other than 0; inf takes the largest one.
// compute_mode: 2 if p is 2, else any number; it changes nothing.
// out: receives the distances, [..., P, R], of the broadcast axes. Same dtype. Shares no memory
//   with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnCdist; currently that of x1 and
//   x2 as DOUBLEs.
// executor: receives the executor.
//
// Special values. A NaN in a row gives NaN, except for p = 0, where it counts. Rows of no elements
// have the distance 0.
// Accuracy: differences and sums are DOUBLEs, in an order that M alone decides, and results are
// rounded once: within 0.51 ULP and 2^-40 of the result. Powers beyond the range of DOUBLE give
// inf or 0.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCdistGetWorkspaceSize(const aclTensor* x1, const aclTensor* x2,
                                                           float p, int64_t compute_mode,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCdist(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CDIST_H_
