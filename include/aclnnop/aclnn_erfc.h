// aclnnErfc: the complement of the error function; and the same in place.
//
//   out = 1 - erf(self)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ERFC_H_
#define OPENACLNN_ACLNNOP_ACLNN_ERFC_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT64 or BOOL; rank at most 8.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape of self. May be self
//   if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnErfc; currently 0.
// executor: receives the executor.
//
// BOOL and INT64 are read as the numbers that they are, exactly up to 2^53; with a DOUBLE out
// they are computed with in double.
//
// Special values. inf gives 0, -inf 2, a zero 1, NaN NaN. To the right results are subnormal
// numbers and then 0.
// Accuracy: within 0.501 ULP in FLOAT and 4 ULP in DOUBLE; results in FLOAT16 and BFLOAT16 are
// correctly rounded.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnErfcGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnErfc(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at
//   most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceErfc; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnErfc.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceErfcGetWorkspaceSize(const aclTensor* selfRef,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnErfc.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceErfc(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ERFC_H_
