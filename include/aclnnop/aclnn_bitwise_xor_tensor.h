// aclnnBitwiseXorTensor: bits of two integers, by exclusive or; and the same in place.
//
//   out = self ^ other
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BITWISE_XOR_TENSOR_H_
#define OPENACLNN_ACLNNOP_ACLNN_BITWISE_XOR_TENSOR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first integers. INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64 or BOOL; rank at most
//   8.
// other: the second integers. One of the same dtypes. self and other promote (rule 6), where UINT16
//   and UINT32 meet themselves alone, and broadcast (rule 5).
// out: receives the result. One of the same dtypes, UINT64, FLOAT16, BFLOAT16, FLOAT or DOUBLE: of
//   BOOL only if the operands promote to BOOL; of the shape to which they broadcast. May be an
//   input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnBitwiseXorTensor; currently 0.
// executor: receives the executor.
//
// Special values. The result is one of the dtype to which the operands promote, and is then
// converted to that of out. In BOOL the truths are taken.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBitwiseXorTensorGetWorkspaceSize(const aclTensor* self,
                                                                      const aclTensor* other,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnBitwiseXorTensor(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the first integers, which the result replaces; as self of aclnnBitwiseXorTensor.
// other: the second integers, as for aclnnBitwiseXorTensor; broadcasts to the shape of selfRef.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceBitwiseXorTensor; currently
//   0.
// executor: receives the executor.
//
// Accuracy and products are those of aclnnBitwiseXorTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceBitwiseXorTensorGetWorkspaceSize(
    aclTensor* selfRef, const aclTensor* other, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnBitwiseXorTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceBitwiseXorTensor(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BITWISE_XOR_TENSOR_H_
