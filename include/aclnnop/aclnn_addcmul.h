// aclnnAddcmul: a tensor plus the product of two others and a number; and the same in place.
//
//   out = self + value * tensor1 * tensor2
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADDCMUL_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADDCMUL_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the summand. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT32 or INT64; rank at most
//   8.
// tensor1: the first factor. One of the same dtypes.
// tensor2: the second factor. One of the same dtypes. self, tensor1 and tensor2 promote (rule 6),
//   not to INT16, and broadcast (rule 5).
// value: the third factor (rule 7); no float where the operands promote to integers.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64;
//   of integers only if the operands promote to integers; of the shape to which they broadcast. May
//   be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddcmul; currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them: inf - inf and 0 * inf are NaN, also where value is 0. The
// product is not rounded before the sum.
// Accuracy: within 0.501 ULP of FLOAT, where an INT64 beyond 2^53 with a float is the nearest
// double (rule 8). With doubles within 1 ULP and 2^-52 |value * tensor1 * tensor2|, as tensor1 *
// tensor2 is rounded to DOUBLE: infinite from 2^1024 on, and less exact below 2^-1022, whatever
// value is. Integers are exact, modulo 2 to the power of their bits (rule 12). Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddcmulGetWorkspaceSize(
    const aclTensor* self, const aclTensor* tensor1, const aclTensor* tensor2,
    const aclScalar* value, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddcmul(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the summand, which the result replaces; written although the prototype says const. As
//   self and out of aclnnAddcmul, of the shape to which it, tensor1 and tensor2 broadcast.
// tensor1, tensor2, value: as for aclnnAddcmul.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceAddcmul; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnAddcmul.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddcmulGetWorkspaceSize(
    const aclTensor* selfRef, const aclTensor* tensor1, const aclTensor* tensor2,
    const aclScalar* value, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnAddcmul.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddcmul(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADDCMUL_H_
