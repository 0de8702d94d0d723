// aclnnHeaviside: the step function, with values of its own at 0.
//
//   out = input == 0 ? values
//         input > 0  ? 1
//                    : +0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_HEAVISIDE_H_
#define OPENACLNN_ACLNNOP_ACLNN_HEAVISIDE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: the argument. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// values: what out is where input is 0 or -0. Same dtype as input. input and values broadcast.
// out: receives the result. Same dtype as input, and of the shape to which input and values
//   broadcast. May be an input of that shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnHeaviside; currently 0.
// executor: receives the executor.
//
// Special values. NaN in input gives +0. Values are taken bit for bit, the payload of a NaN
// included.
// Accuracy: exact.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHeavisideGetWorkspaceSize(const aclTensor* input,
                                                               const aclTensor* values,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnHeaviside(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_HEAVISIDE_H_
