// aclnnGluBackward: the gradient of aclnnGlu, a * s(b) with s(t) = 1 / (1 + exp(-t)).
//
//   first half of out  = gradOut * s(b)
//   second half of out = gradOut * a * s(b) * (1 - s(b))
//
// a and b are the first and the second half of self along the axis dim, along which out is cut,
// too.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GLU_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_GLU_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOut: the gradient of aclnnGlu's out. The dtype of self, and its shape with half the size
//   along dim.
// self: the input of aclnnGlu. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank from 1 to 8.
// dim: the axis that is cut in two, from -rank to rank - 1; -1 is the last. The size of self along
//   it is even, or 0.
// out: receives the gradient of self, const as it is. Dtype and shape of self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnGluBackward; currently 0.
// executor: receives the executor.
//
// Special values. b = inf gives gradOut and 0 * (gradOut * a), b = -inf 0 * gradOut and 0 *
// (gradOut * a). For a finite b no factor is 0. NaN gives NaN.
// Accuracy: each a product of real numbers, rounded once: within 1 ULP in FLOAT; results in FLOAT16
// and BFLOAT16 are rounded from such a value. DOUBLE: within 4 ULP where nothing underflows.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGluBackwardGetWorkspaceSize(const aclTensor* gradOut,
                                                                 const aclTensor* self, int64_t dim,
                                                                 const aclTensor* out,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGluBackward(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GLU_BACKWARD_H_
