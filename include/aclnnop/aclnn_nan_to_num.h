// aclnnNanToNum: numbers in place of NaN and infinities; and the same in place.
//
//   out = nan, posinf or neginf in place of what is not finite, else self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_NAN_TO_NUM_H_
#define OPENACLNN_ACLNNOP_ACLNN_NAN_TO_NUM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64 or BOOL; rank at
//   most 8.
// nan, posinf, neginf: what NaN, infinity and -infinity become, rounded to the dtype of self. Any
//   numbers.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnNanToNum; currently 0.
// executor: receives the executor.
//
// Special values. NaN and infinities are replaced; integers and BOOL stay.
// Accuracy: exact.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNanToNumGetWorkspaceSize(const aclTensor* self, float nan,
                                                              float posinf, float neginf,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnNanToNum(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the elements, which the result replaces; as self of aclnnNanToNum.
// nan, posinf, neginf: as for aclnnNanToNum.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceNanToNum; currently 0.
// executor: receives the executor.
//
// Accuracy and products are those of aclnnNanToNum.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceNanToNumGetWorkspaceSize(aclTensor* selfRef, float nan,
                                                                     float posinf, float neginf,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnNanToNum.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceNanToNum(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_NAN_TO_NUM_H_
