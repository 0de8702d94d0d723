// aclnnTrace: the sum of the elements on the diagonal of a matrix.
//
//   out = the sum of self[i, i]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_TRACE_H_
#define OPENACLNN_ACLNNOP_ACLNN_TRACE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the matrix. FLOAT16, BFLOAT16, FLOAT, DOUBLE, COMPLEX64, COMPLEX128, INT8, UINT8, INT16,
//   INT32, INT64 or BOOL; rank 2.
// out: receives the sum. The dtype of self, or INT64 where that has integers or BOOL; rank 0.
//   Shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnTrace; above 0 for long diagonals
//   and complex numbers.
// executor: receives the executor.
//
// Special values. The sum of no elements is 0.
// Accuracy: floats are summed in double, in an order that their number alone decides, and rounded
// once. Integers are summed modulo 2^64. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTraceGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                           uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTrace(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_TRACE_H_
