// aclnnGer: the outer product of two vectors.
//
//   out[i][j] = self[i] * vec2[j]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GER_H_
#define OPENACLNN_ACLNNOP_ACLNN_GER_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first vector, [m]. FLOAT16, BFLOAT16 (on Ascend950 only), FLOAT, DOUBLE, INT8, UINT8,
//   INT16, INT32, INT64 or BOOL. The vendor's complex dtypes are refused (161002).
// vec2: the second vector, [n]. One of the same dtypes. self and vec2 promote (rule 6).
// out: receives the product, [m, n]. One of the same dtypes: of integers only if the vectors
//   promote to integers or BOOL, of BOOL only if to BOOL. Shares no memory with self and vec2.
// workspaceSize: receives the bytes of workspace to pass to aclnnGer; currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them: 0 * inf is NaN. Where the vectors promote to BOOL the
// result is self and vec2.
// Accuracy: that of aclnnMul: correctly rounded where all are of one float dtype, else within 0.501
// ULP of FLOAT and of DOUBLE. Integers are exact, modulo 2 to the power of their bits (rule 12).
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGerGetWorkspaceSize(const aclTensor* self,
                                                         const aclTensor* vec2, aclTensor* out,
                                                         uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGer(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GER_H_
