// aclnnFatreluMul: the first half of a tensor, 0 up to a threshold, times the second.
//
//   out = f * b,   f = a <= threshold ? 0 : a
//
// a and b are the first and the second half of input along its last axis.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FATRELU_MUL_H_
#define OPENACLNN_ACLNNOP_ACLNN_FATRELU_MUL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: a and b, side by side. FLOAT16, BFLOAT16 or FLOAT; rank from 2 to 8. The last size is
//   even, from 2 to 1024, and the product of the others at most 200000.
// threshold: one element, of any rank up to 8, that is read when the stream runs the operator.
//   Dtype of input.
// out: receives the result, const as it is. Dtype of input, and its shape with half the last size.
//   Shares no memory with input or threshold.
// workspaceSize: receives the bytes of workspace to pass to aclnnFatreluMul; currently 0.
// executor: receives the executor.
//
// Special values. A blocked a is +0, which makes -0 of a negative b and NaN of an infinite one. A
// NaN in a or b gives NaN. A NaN threshold blocks nothing, inf all but NaN.
// Accuracy: the product, rounded once.
// Products: Ascend910B, Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFatreluMulGetWorkspaceSize(const aclTensor* input,
                                                                const aclTensor* threshold,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnFatreluMul(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FATRELU_MUL_H_
