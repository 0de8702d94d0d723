// aclnnBitwiseXorScalar: bits of integers and of a number, by exclusive or; and the same in place.
//
//   out = self ^ other
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BITWISE_XOR_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_BITWISE_XOR_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the integers. INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64 or BOOL; rank at most 8.
// other: the number, of one of the same dtypes. self and it promote as a tensor and a scalar (rule
//   6), where UINT16 and UINT32 meet integers and BOOL alone.
// out: receives the result. One of the same dtypes, UINT64, FLOAT16, BFLOAT16, FLOAT or DOUBLE: of
//   BOOL only if self and other are of BOOL; of the shape of self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnBitwiseXorScalar; currently 0.
// executor: receives the executor.
//
// Special values. The number counts modulo 2 to the bits of the dtype to which the operands
// promote. The result is then converted to that of out. In BOOL the truths are taken.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBitwiseXorScalarGetWorkspaceSize(const aclTensor* self,
                                                                      const aclScalar* other,
                                                                      aclTensor* out,
                                                                      uint64_t* workspaceSize,
                                                                      aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBitwiseXorScalar(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the integers, which the result replaces; as self of aclnnBitwiseXorScalar.
// other: as for aclnnBitwiseXorScalar.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceBitwiseXorScalar; currently
//   0.
// executor: receives the executor.
//
// Accuracy and products are those of aclnnBitwiseXorScalar.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceBitwiseXorScalarGetWorkspaceSize(
    aclTensor* selfRef, const aclScalar* other, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnBitwiseXorScalar.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceBitwiseXorScalar(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BITWISE_XOR_SCALAR_H_
