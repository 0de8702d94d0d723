// aclnnHardtanhBackward: the gradient of hardtanh(x) = clamp(x, min, max).
//
//   out = 0            where self <= min or self >= max
//         gradOutput   elsewhere
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_HARDTANH_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_HARDTANH_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of hardtanh's output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// self: the argument x of hardtanh. Same dtype and shape as gradOutput.
// min, max: the bounds (rule 7), compared in float. min > max is legal: then every element is
//   blocked. A NaN bound blocks nothing.
// out: receives the gradient of self. Same dtype and shape as self. May be gradOutput or self.
// workspaceSize: receives the bytes of workspace to pass to aclnnHardtanhBackward; currently 0.
// executor: receives the executor.
//
// Special values. An element equal to a bound is blocked. A blocked element is +0 whatever
// gradOutput is, NaN and inf too; one that is not blocked is gradOutput bit for bit, the payload
// of a NaN included. A NaN in self blocks nothing.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardtanhBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclScalar* min, const aclScalar* max,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardtanhBackward(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_HARDTANH_BACKWARD_H_
