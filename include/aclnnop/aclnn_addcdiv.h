// aclnnAddcdiv: a tensor plus the quotient of two others, times a number; and the same in place.
//
//   out = self + value * (tensor1 / tensor2)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADDCDIV_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADDCDIV_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the summand. FLOAT16, BFLOAT16, FLOAT, DOUBLE or INT64; rank at most 8.
// tensor1: the dividend. One of the same dtypes.
// tensor2: the divisor. One of the same dtypes. self, tensor1 and tensor2 promote (rule 6) and
//   broadcast (rule 5).
// value: the factor of the quotient (rule 7); no float where the operands promote to INT64.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64;
//   of integers only if the operands promote to integers; of the shape to which they broadcast. May
//   be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddcdiv; currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them: x / 0 is inf with the signs of both, 0 / 0, inf - inf and
// 0 * inf are NaN. Where the operands promote to INT64, the quotient is the exact one toward zero.
// x / 0 is then the largest or the smallest number by the sign of x, and 0 / 0 is 0.
// Accuracy: within 0.501 ULP of FLOAT where operands are of one dtype; of several within that, and
// with doubles within 1 ULP, and 2^-52 |value * tensor1 / tensor2|, as the quotient is rounded to
// DOUBLE: infinite from 2^1024 on, and less exact below 2^-1022, whatever value is. An INT64 beyond
// 2^53 with a float is the nearest double (rule 8); integers are exact, modulo 2^64 (rule 12).
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnAddcdivGetWorkspaceSize(const aclTensor* self, const aclTensor* tensor1,
                             const aclTensor* tensor2, const aclScalar* value, const aclTensor* out,
                             uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddcdiv(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the summand, which the result replaces; written although the prototype says const. As
//   self and out of aclnnAddcdiv, of the shape to which it, tensor1 and tensor2 broadcast.
// tensor1, tensor2, value: as for aclnnAddcdiv.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceAddcdiv; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnAddcdiv.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddcdivGetWorkspaceSize(
    const aclTensor* selfRef, const aclTensor* tensor1, const aclTensor* tensor2,
    const aclScalar* value, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnAddcdiv.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddcdiv(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor,
                                                    const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADDCDIV_H_
