// aclnnHardsigmoid: three straight lines for the logistic function; and the same in place.
//
//   out = self >= 3  ? 1
//         self <= -3 ? +0
//                    : (self + 3) / 6
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_HARDSIGMOID_H_
#define OPENACLNN_ACLNNOP_ACLNN_HARDSIGMOID_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT or INT32; rank at most 8.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnHardsigmoid; currently 0.
// executor: receives the executor.
//
// Special values. inf gives 1, -inf gives +0, NaN NaN. In INT32 the result is truncated: 1 where
// self is at least 3, else 0.
// Accuracy: within 0.5001 ULP in FLOAT; results in FLOAT16 and BFLOAT16 are rounded from such a
// value.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardsigmoidGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardsigmoid(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// self: the argument, which the result replaces, although it is const. FLOAT16, BFLOAT16, FLOAT or
//   INT32; rank at most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceHardsigmoid; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnHardsigmoid.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceHardsigmoidGetWorkspaceSize(const aclTensor* self,
                                                                        uint64_t* workspaceSize,
                                                                        aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnHardsigmoid.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceHardsigmoid(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_HARDSIGMOID_H_
