// aclnnUnique: the elements of a tensor in order, equal ones once.
//
//   valueOut = the different elements of self, smallest first
//   inverseOut[i] = the place of self[i] in valueOut
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UNIQUE_H_
#define OPENACLNN_ACLNNOP_ACLNN_UNIQUE_H_

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
// valueOut: receives the elements, smallest first, and then has the view of as many. Same dtype as
//   self; one axis, of as many elements as self has. Shares no memory with self.
// inverseOut: receives the place in valueOut of each element of self, if returnInverse is true.
//   INT64; the shape of self, or any if it is not asked for. Shares no memory with the others.
// workspaceSize: receives the bytes of workspace to pass to aclnnUnique; above 0.
// executor: receives the executor.
//
// Special values. Each NaN is an element of its own. Zeros of both signs are equal, and the first
// one stays.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUniqueGetWorkspaceSize(const aclTensor* self, bool sorted,
                                                            bool returnInverse, aclTensor* valueOut,
                                                            aclTensor* inverseOut,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUnique(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UNIQUE_H_
