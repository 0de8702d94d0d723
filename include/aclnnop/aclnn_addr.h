// aclnnAddr, aclnnInplaceAddr: a matrix, or what broadcasts to it, and the outer product of two
// vectors.
//
//   out[i][j] = betaOptional * self[i][j] + alphaOptional * vec1[i] * vec2[j]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ADDR_H_
#define OPENACLNN_ACLNNOP_ACLNN_ADDR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but the scalars may be null (161001).
//
// self: what is added. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   broadcasts to the shape of out.
// vec1: the first vector, [m]. One of the same dtypes.
// vec2: the second vector, [n]. One of the same dtypes. self, vec1 and vec2 promote (rule 6).
// betaOptional: the factor of self (rule 7); null stands for 1. If it is 0, self does not count,
//   NaN and inf in it neither. No float where self, vec1 and vec2 promote to integers or BOOL, and
//   no BOOL where they promote to others.
// alphaOptional: the factor of the product; as betaOptional, but that 0 * inf is NaN.
// out: receives the result, [m, n]. One of the same dtypes: of integers only if self, vec1 and vec2
//   promote to integers or BOOL, of BOOL only if to BOOL. May be self, if that has its shape and
//   dtype; shares no other memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnAddr; currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them. With BOOL, sums are whether one of the two is true, and
// products whether all are.
// Accuracy: within 0.501 ULP of FLOAT, where an INT64 beyond 2^53 with a float is the nearest
// double (rule 8). With doubles within 1 ULP and 2^-52 of the sum of the absolute terms. Integers
// are exact, modulo 2 to the power of their bits (rule 12).
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnAddrGetWorkspaceSize(const aclTensor* self, const aclTensor* vec1, const aclTensor* vec2,
                          const aclScalar* betaOptional, const aclScalar* alphaOptional,
                          aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAddr(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None but the scalars may be null (161001).
//
// selfRef: what is added, and then replaced by the result. As self and out of aclnnAddr; [m, n].
// vec1, vec2, betaOptional, alphaOptional: as for aclnnAddr.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceAddr; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnAddr.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddrGetWorkspaceSize(
    aclTensor* selfRef, const aclTensor* vec1, const aclTensor* vec2, const aclScalar* betaOptional,
    const aclScalar* alphaOptional, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnAddr.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAddr(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ADDR_H_
