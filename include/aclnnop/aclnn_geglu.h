// aclnnGeGlu and aclnnGeGluV3: one half of a tensor times gelu of the other.
//
//   outGelu = gelu(z)
//   out     = u * gelu(z)
//
// z is the second half of self along the axis dim, or the first with activateLeft; u is the other.
//
//   approximate 0   gelu(x) = x Phi(x)                Phi: the normal distribution
//   approximate 1   gelu(x) = x/2 (1 + tanh(u(x)))    u(x) = sqrt(2/pi) (x + 0.044715 x^3)
//
// The constants are the real numbers, not their roundings. The general rules are in
// aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GEGLU_H_
#define OPENACLNN_ACLNNOP_ACLNN_GEGLU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the two halves, one behind the other along dim. FLOAT16, BFLOAT16 or FLOAT; rank from 1 to
//   8.
// dim: the axis that is cut in two, from -rank to rank - 1; -1 is the last. The size of self along
//   it is even, or 0.
// approximate: 0 for the exact gelu, 1 for that by tanh.
// out: receives the product. Dtype of self, and its shape with half the size along dim. Shares no
//   memory with self.
// outGelu: receives gelu(z). As out; they share no memory.
// workspaceSize: receives the bytes of workspace to pass to aclnnGeGlu; currently 0.
// executor: receives the executor.
//
// Special values, in both forms. z = -inf gives NaN (-inf * 0); for no other z than 0 gelu(z) is 0,
// so that an infinite u stays infinite. NaN gives NaN.
// Accuracy: the exact values, each rounded once, out not from outGelu: within 1 ULP in FLOAT;
// results in FLOAT16 and BFLOAT16 are rounded from such values.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeGluGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                           int64_t approximate, aclTensor* out,
                                                           aclTensor* outGelu,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeGlu(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the two halves, one behind the other along dim. FLOAT16, BFLOAT16 or FLOAT; rank from 1 to
//   8.
// dim: the axis that is cut in two, from -rank to rank - 1; -1 is the last. The size of self along
//   it is even, or 0.
// approximate: 0 for the exact gelu, 1 for that by tanh.
// activateLeft: whether z is the first half.
// out: receives the product. Dtype of self, and its shape with half the size along dim. Shares no
//   memory with self.
// outGelu: receives gelu(z). As out; they share no memory.
// workspaceSize: receives the bytes of workspace to pass to aclnnGeGluV3; currently 0.
// executor: receives the executor.
//
// Special values, in both forms. z = -inf gives NaN (-inf * 0); for no other z than 0 gelu(z) is 0,
// so that an infinite u stays infinite. NaN gives NaN.
// Accuracy: the exact values, each rounded once, out not from outGelu: within 1 ULP in FLOAT;
// results in FLOAT16 and BFLOAT16 are rounded from such values.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeGluV3GetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                             int64_t approximate, bool activateLeft,
                                                             aclTensor* out, aclTensor* outGelu,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeGluV3(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GEGLU_H_
