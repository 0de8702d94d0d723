// aclnnFloorDivide, aclnnFloorDivides: the floor of the quotient of two tensors, or of a tensor and
// a number; and the same in place.
//
//   out = floor(self / other)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FLOOR_DIVIDE_H_
#define OPENACLNN_ACLNNOP_ACLNN_FLOOR_DIVIDE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// other: the divisor. One of the same dtypes. self and other promote (rule 6) and broadcast (rule
//   5).
// out: receives the quotient. One of the same dtypes: of integers only if the operands promote to
//   integers or BOOL; of the shape to which they broadcast. May be an input that has its dtype and
//   shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnFloorDivide; currently 0.
// executor: receives the executor.
//
// Special values. For floats x / 0 is as IEEE 754 has it; an infinite x by another y gives NaN, as
// in PyTorch, and a finite x by an infinity 0 or -1. For integers x / 0 is a limit of the range of
// out, 0 / 0 is 0.
// Accuracy: floats are the floor of the quotient, rounded once, quotients beyond 2^28 within 0.501
// ULP. DOUBLE beyond 2^52 is the rounded quotient. Integers are exact; what is beyond the range of
// out is its limit.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFloorDivideGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnFloorDivide(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the dividend, which the result replaces. As self and out of aclnnFloorDivide.
// other: as for aclnnFloorDivide; broadcasts to the shape of selfRef.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceFloorDivide; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnFloorDivide.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFloorDivideGetWorkspaceSize(aclTensor* selfRef,
                                                                        const aclTensor* other,
                                                                        uint64_t* workspaceSize,
                                                                        aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnFloorDivide.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFloorDivide(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// other: the divisor, of one of the same dtypes. self and it promote as a tensor and a scalar (rule
//   6).
// out: receives the quotient. One of the same dtypes: of integers only if self and other promote to
//   integers or BOOL; of the shape of self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnFloorDivides; currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnFloorDivide.
// Accuracy: that of aclnnFloorDivide.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFloorDividesGetWorkspaceSize(const aclTensor* self,
                                                                  const aclScalar* other,
                                                                  aclTensor* out,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnFloorDivide.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFloorDivides(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the dividend, which the result replaces. As self and out of aclnnFloorDivides.
// other: as for aclnnFloorDivides.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceFloorDivides; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnFloorDivides.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFloorDividesGetWorkspaceSize(aclTensor* selfRef,
                                                                         const aclScalar* other,
                                                                         uint64_t* workspaceSize,
                                                                         aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnFloorDivide.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceFloorDivides(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FLOOR_DIVIDE_H_
