// aclnnRightShift: bits moved to lower places.
//
//   out = input >> shiftBits = floor(input / 2^shiftBits)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_RIGHT_SHIFT_H_
#define OPENACLNN_ACLNNOP_ACLNN_RIGHT_SHIFT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// input: the numbers whose bits are moved. INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64 or
//   UINT64; rank at most 8.
// shiftBits: by how many places. One of the same dtypes; rank at most 8. input and shiftBits
//   promote (rule 6) and broadcast (rule 5).
// out: receives the moved bits. One of the same dtypes; of the shape to which they broadcast. May
//   be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnRightShift; currently 0.
// executor: receives the executor.
//
// Special values. A negative shiftBits counts as 0. One that is not below the width of the dtype to
// which the operands promote moves all bits out: the result is -1 of negative numbers, else 0.
// Accuracy: exact.
// Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRightShiftGetWorkspaceSize(const aclTensor* input,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnRightShift(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_RIGHT_SHIFT_H_
