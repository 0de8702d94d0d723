// aclnnCumsum: sums of all elements up to each one, along an axis of a tensor.
//
//   out[i] = self[0] + ... + self[i] along dim
//
// The general rules are in aclnnop/conventions.h.
// Not here yet: aclnnCumsumV2.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CUMSUM_H_
#define OPENACLNN_ACLNNOP_ACLNN_CUMSUM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the terms. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL; rank
//   at most 8.
// dim: the axis, from -r to r - 1 where r is the rank of self, or 1 for rank 0.
// dtype: the dtype of out. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64.
// out: receives the sums. Has the dtype dtype and the shape of self. Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnCumsum; above 0 for long rows, and
//   where floats become integers.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them. Where dtype is of integers, each element is converted to it
// first, as by aclnnCast. Sums of integers are modulo 2 to the power of their bits (rule 12).
// Accuracy: as that of aclnnReduceSum, for each sum. The order of the additions follows from the
// size along dim alone. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCumsumGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                            aclDataType dtype, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCumsum(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CUMSUM_H_
