// aclnnHardswishBackwardV2: the gradient of hardswish(x) = x (x + 3) / 6 between -3 and 3, 0 below
// and x above; here at -3 the slope is 0 and at 3 it is 1. aclnnHardswishBackward differs at these
// two.
//
//   out = self <= -3 ? +0
//         self >= 3  ? gradOutput
//                    : gradOutput * (2 self + 3) / 6
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_HARDSWISH_BACKWARD_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_HARDSWISH_BACKWARD_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of hardswish's output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// self: the argument of hardswish. Same dtype and shape as gradOutput.
// out: receives the gradient of self. Same dtype and shape as self. May be gradOutput or self.
// workspaceSize: receives the bytes of workspace to pass to aclnnHardswishBackwardV2; currently 0.
// executor: receives the executor.
//
// Special values. Where self is beyond the ends, out is +0, whatever gradOutput is, or gradOutput
// bit for bit, the payload of a NaN included. NaN in self passes gradOutput too. At self = -1.5 the
// result is 0 * gradOutput.
// Accuracy: within 0.5001 ULP in FLOAT; exact beyond the ends. Results in FLOAT16 and BFLOAT16 are
// rounded from such a value.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardswishBackwardV2GetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardswishBackwardV2(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_HARDSWISH_BACKWARD_V2_H_
