// aclnnGeluMul: gelu of the first half of a tensor times the second.
//
//   out = gelu(a) * b
//
// a and b are the first and the second half of input along its last axis.
//
//   approximateOptional "none"   gelu(x) = x Phi(x)                Phi: the normal distribution
//   approximateOptional "tanh"   gelu(x) = x/2 (1 + tanh(u(x)))    u(x) = sqrt(2/pi) (x + 0.044715
//                                                                  x^3)
//
// The constants are the real numbers, not their roundings. The general rules are in
// aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GELU_MUL_H_
#define OPENACLNN_ACLNNOP_ACLNN_GELU_MUL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but approximateOptional may be null (161001).
//
// input: a and b, side by side. FLOAT16, BFLOAT16 or FLOAT; rank from 2 to 8. The last size is
//   even, from 2 to 1024, and the product of the others at most 200000.
// approximateOptional: "none" or "tanh", not written to; null stands for "none".
// out: receives the result, const as it is. Dtype of input, and its shape with half the last size.
//   Shares no memory with input.
// workspaceSize: receives the bytes of workspace to pass to aclnnGeluMul; currently 0.
// executor: receives the executor.
//
// Special values, in both forms. a = -inf gives NaN (-inf * 0); for no other a than 0 gelu(a) is 0,
// so that an infinite b stays infinite. NaN gives NaN.
// Accuracy: the exact product, rounded once: within 1 ULP in FLOAT; results in FLOAT16 and BFLOAT16
// are rounded from such a value.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeluMulGetWorkspaceSize(const aclTensor* input,
                                                             char* approximateOptional,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnGeluMul(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GELU_MUL_H_
