// aclnnLeftShift, aclnnLeftShifts: bits moved to higher places, by tensors or a number of places.
//
//   out = self << shiftBits = self * 2^shiftBits
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LEFT_SHIFT_H_
#define OPENACLNN_ACLNNOP_ACLNN_LEFT_SHIFT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the numbers whose bits are moved. INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64 or
//   UINT64; rank at most 8.
// shiftBits: by how many places. One of the same dtypes; rank at most 8. self and shiftBits promote
//   (rule 6) and broadcast (rule 5).
// out: receives the moved bits. One of the same dtypes; of the shape to which they broadcast. May
//   be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnLeftShift; currently 0.
// executor: receives the executor.
//
// Special values. The operands promote to a dtype. Where shiftBits is negative, or not below its
// width, the result is 0.
// Accuracy: exact, modulo 2^n in that dtype.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLeftShiftGetWorkspaceSize(const aclTensor* self,
                                                               const aclTensor* shiftBits,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnLeftShift(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the numbers whose bits are moved. INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64 or
//   UINT64; rank at most 8.
// shiftBits: by how many places. A scalar of one of the same dtypes, which promotes with self as a
//   scalar (rule 6).
// out: receives the moved bits. One of the same dtypes; of the shape of self. May be self if it has
//   its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnLeftShifts; currently 0.
// executor: receives the executor.
//
// Special values. They are those of aclnnLeftShift.
// Accuracy: exact, as for aclnnLeftShift.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLeftShiftsGetWorkspaceSize(const aclTensor* self,
                                                                const aclScalar* shiftBits,
                                                                aclTensor* out,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnLeftShift.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLeftShifts(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LEFT_SHIFT_H_
