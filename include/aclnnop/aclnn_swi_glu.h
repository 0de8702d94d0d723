// aclnnSwiGlu: swi_glu(a, b) = silu(a) b, where silu(t) = t / (1 + exp(-t)).
//
//   out = silu(a) * b
//
// a and b are the first and the second half of x along the axis dim.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SWI_GLU_H_
#define OPENACLNN_ACLNNOP_ACLNN_SWI_GLU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// x: a and b, one behind the other along dim. FLOAT16, BFLOAT16 or FLOAT; rank at least 1.
// dim: the axis that is cut in two, from -rank to rank - 1; -1 is the last. The size of x along it
//   is even, or 0.
// out: receives the result, const as it is. Dtype of x, and its shape with half the size along dim.
//   Shares no memory with x.
// workspaceSize: receives the bytes of workspace to pass to aclnnSwiGlu; currently 0.
// executor: receives the executor.
//
// Special values. a = -inf gives NaN (-inf * 0); for no other a than 0 silu(a) is 0, so that an
// infinite b stays infinite. NaN gives NaN.
// Accuracy: the exact product, rounded once: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16
// are rounded from such a value.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSwiGluGetWorkspaceSize(const aclTensor* x, int64_t dim,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnSwiGlu(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SWI_GLU_H_
