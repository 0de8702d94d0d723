// aclnnSoftmax: softmax along an axis.
//
//   out_i = exp(self_i) / sum of exp(self_j)  over the row of element i along axis dim
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SOFTMAX_H_
#define OPENACLNN_ACLNNOP_ACLNN_SOFTMAX_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument x. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at most 8. If it has no elements,
//   the call succeeds whatever the other arguments are, and out is not written.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0; -1 is the last.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape of self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnSoftmax; above 0 for long rows.
// executor: receives the executor.
//
// Special values, by row. A row that has NaN or inf, or nothing but -inf, gives NaN throughout.
// -inf with a finite number gives +0, and so does what underflows. A single finite element
// gives 1. No row of finite numbers overflows. Accuracy: within 1 ULP in FLOAT, however long the
// row; results in FLOAT16 and BFLOAT16 are rounded from such a value. DOUBLE within 4 + log2(n) ULP
// in rows of n elements. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftmaxGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                             aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSoftmax(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SOFTMAX_H_
