// aclnnGlu: the gated linear unit glu(a, b) = a s(b), where s(t) = 1 / (1 + exp(-t)).
//
//   out = a * s(b)
//
// a and b are the first and the second half of self along the axis dim.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GLU_H_
#define OPENACLNN_ACLNNOP_ACLNN_GLU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: a and b, one behind the other along dim. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank from 1 to
//   8.
// dim: the axis that is cut in two, from -rank to rank - 1; -1 is the last. The size of self along
//   it is even, or 0.
// out: receives the result, const as it is. FLOAT16, BFLOAT16, FLOAT or DOUBLE, whatever self is.
//   The shape of self with half the size along dim. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnGlu; currently 0.
// executor: receives the executor.
//
// Special values. s(inf) is 1 and s(-inf) 0, and no other b makes it 0. So an infinite a stays
// infinite with a finite b, and gives NaN with b = -inf. NaN gives NaN.
// Accuracy: the exact product, rounded once: within 1 ULP in FLOAT. Results in FLOAT16 and BFLOAT16
// are rounded from such a value. Results in DOUBLE are such a value where self is not DOUBLE.
// Where self is DOUBLE: within 4 ULP.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGluGetWorkspaceSize(const aclTensor* self, int64_t dim,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnGlu(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GLU_H_
