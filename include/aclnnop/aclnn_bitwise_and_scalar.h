// aclnnBitwiseAndScalar: bits of integers and of a number, by and; and the same in place.
//
//   out = self & other
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BITWISE_AND_SCALAR_H_
#define OPENACLNN_ACLNNOP_ACLNN_BITWISE_AND_SCALAR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the integers. INT8, UINT8, INT16, UINT16, INT32, INT64 or BOOL; rank at most 8.
// other: the number, of one of the same dtypes. self and it promote as a tensor and a scalar (rule
//   6), where UINT16 meets integers and BOOL alone.
// out: receives the result. One of the same dtypes, FLOAT16, BFLOAT16, FLOAT or DOUBLE: of BOOL
//   only if self and other are of BOOL; of the shape of self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnBitwiseAndScalar; currently 0.
// executor: receives the executor.
//
// Special values. The number counts modulo 2 to the bits of the dtype to which the operands
// promote. The result is then converted to that of out. In BOOL the truths are taken.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBitwiseAndScalarGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnBitwiseAndScalar(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the integers, which the result replaces; as self of aclnnBitwiseAndScalar.
// other: as for aclnnBitwiseAndScalar.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceBitwiseAndScalar; currently
//   0.
// executor: receives the executor.
//
// Accuracy is that of aclnnBitwiseAndScalar.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnInplaceBitwiseAndScalarGetWorkspaceSize(const aclTensor* selfRef, const aclScalar* other,
                                             uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnBitwiseAndScalar.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceBitwiseAndScalar(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BITWISE_AND_SCALAR_H_
