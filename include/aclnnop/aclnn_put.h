// aclnnInplacePut: elements are put into a tensor, as a vector, or added there.
//
//   selfRef[index[i]] = source[i], or selfRef[index[i]] + source[i] if accumulate
//   where all count as vectors in row-major order
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_PUT_H_
#define OPENACLNN_ACLNNOP_ACLNN_PUT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// selfRef: the tensor, and the result. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32,
//   INT64, BOOL, COMPLEX64 or COMPLEX128; rank at most 8.
// index: the places, from 0 on and below the number of elements of selfRef. INT64 or INT32; rank at
//   most 8.
// source: the elements; as many as index has. Same dtype as selfRef; rank at most 8.
// accumulate: whether elements are added.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplacePut; above 0 where a tensor
//   has gaps.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. Where several
// go to one place, the last one stays, or all are added.
// Accuracy: sums are made in double, in the order of the elements, and rounded once; what is only
// moved keeps its bits. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnInplacePutGetWorkspaceSize(aclTensor* selfRef, const aclTensor* index, const aclTensor* source,
                                bool accumulate, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplacePut(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_PUT_H_
