// aclnnInplaceZero: fills a tensor with zeros.
//
//   selfRef = 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ZERO_H_
#define OPENACLNN_ACLNNOP_ACLNN_ZERO_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// selfRef: receives the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an integer of 8 to 64 bits
//   except for UINT32 and UINT64, BOOL, COMPLEX64 or COMPLEX128; of any rank. What it holds before
//   has no influence.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceZero; currently 0.
// executor: receives the executor.
//
// Special values. The zero is +0: all bytes are 0.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceZeroGetWorkspaceSize(aclTensor* selfRef,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceZero(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ZERO_H_
