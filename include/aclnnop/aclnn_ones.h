// aclnnInplaceOne: fills a tensor with ones.
//
//   selfRef = 1
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ONES_H_
#define OPENACLNN_ACLNNOP_ACLNN_ONES_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// selfRef: receives the elements, although it is const. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an
//   integer of 8 to 64 bits except for UINT32 and UINT64, or BOOL; rank at most 8. What it holds
//   before has no influence.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceOne; currently 0.
// executor: receives the executor.
//
// Special values. There are none.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceOneGetWorkspaceSize(const aclTensor* selfRef,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceOne(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ONES_H_
