// aclnnGeGluBackward and aclnnGeGluV3Backward: the gradients of aclnnGeGlu and aclnnGeGluV3.
//
//   gradInput where u is = gradOutput * gelu
//   gradInput where z is = gradOutput * u * gelu'(z)
//
// z is the second half of self along the axis dim, or the first with activateLeft; u is the other.
//
//   approximate 0   gelu(x) = x Phi(x)                Phi: the normal distribution
//   approximate 1   gelu(x) = x/2 (1 + tanh(u(x)))    u(x) = sqrt(2/pi) (x + 0.044715 x^3)
//
// The constants are the real numbers, not their roundings. The general rules are in
// aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GEGLU_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_GEGLU_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of out. FLOAT16, BFLOAT16 or FLOAT. The shape of self with half the size
//   along dim.
// self: the input of the forward operator. Dtype of gradOutput; rank from 1 to 8.
// gelu: gelu(z) as the forward operator gave it; taken as it is. Dtype and shape of gradOutput.
// dim: the axis that is cut in two, from -rank to rank - 1; -1 is the last. The size of self along
//   it is even, or 0.
// approximate: 0 for the exact gelu, 1 for that by tanh. On Ascend310P only 1.
// gradInput: receives the gradient of self. Dtype and shape of self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnGeGluBackward; currently 0.
// executor: receives the executor.
//
// Special values, in both forms. z = inf gives gradOutput * u, z = -inf 0 * (gradOutput * u). NaN
// gives NaN.
// Accuracy: each a product of real numbers, rounded once: within 1 ULP in FLOAT, near the zero of
// gelu' too; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeGluBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* gelu, int64_t dim,
    int64_t approximate, aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeGluBackward(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of out. FLOAT16, BFLOAT16 or FLOAT. The shape of self with half the size
//   along dim.
// self: the input of the forward operator. Dtype of gradOutput; rank from 1 to 8.
// gelu: gelu(z) as the forward operator gave it; taken as it is. Dtype and shape of gradOutput.
// dim: the axis that is cut in two, from -rank to rank - 1; -1 is the last. The size of self along
//   it is even, or 0.
// approximate: 0 for the exact gelu, 1 for that by tanh. On Ascend310P only 1.
// activateLeft: whether z is the first half.
// gradInput: receives the gradient of self. Dtype and shape of self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnGeGluV3Backward; currently 0.
// executor: receives the executor.
//
// Special values, in both forms. z = inf gives gradOutput * u, z = -inf 0 * (gradOutput * u). NaN
// gives NaN.
// Accuracy: each a product of real numbers, rounded once: within 1 ULP in FLOAT, near the zero of
// gelu' too; results in FLOAT16 and BFLOAT16 are rounded from such a value.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeGluV3BackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* gelu, int64_t dim,
    int64_t approximate, bool activateLeft, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeGluV3Backward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GEGLU_BACKWARD_H_
