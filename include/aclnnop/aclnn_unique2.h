// aclnnUnique2: the elements of a tensor in order, equal ones once, and how often each is there.
//
//   valueOut = the different elements of self, smallest first
//   inverseOut[i] = the place of self[i] in valueOut
//   countsOut[k] = how many elements of self are valueOut[k]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UNIQUE2_H_
#define OPENACLNN_ACLNNOP_ACLNN_UNIQUE2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, UINT16, INT32, UINT32,
//   INT64, UINT64 or BOOL; rank at most 8.
// sorted: whether valueOut is in order, which it always is.
// returnInverse: whether inverseOut is asked for.
// returnCounts: whether inverseOut and countsOut are asked for.
// valueOut: receives the elements, smallest first, and then has the view of as many. Same dtype as
//   self; one axis, of as many elements as self has. Shares no memory with self.
// inverseOut: receives the place in valueOut of each element of self, if returnInverse or
//   returnCounts is true. INT64; the shape of self, or any if it is not asked for. Shares no memory
//   with the others.
// countsOut: receives the counts, if returnCounts is true, and then has the view of as many. INT64;
//   one axis, of as many elements as self has, or any shape if it is not asked for. Shares no
//   memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnUnique2; above 0.
// executor: receives the executor.
//
// Special values. Each NaN is an element of its own. Zeros of both signs are equal, and the first
// one stays.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUnique2GetWorkspaceSize(
    const aclTensor* self, bool sorted, bool returnInverse, bool returnCounts, aclTensor* valueOut,
    aclTensor* inverseOut, aclTensor* countsOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUnique2(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UNIQUE2_H_
