// aclnnElu: x where it is positive, an exponential that tends to a constant elsewhere; and the same
// in place.
//
//   out = self > 0 ? scale * self : alpha * scale * (exp(inputScale * self) - 1)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ELU_H_
#define OPENACLNN_ACLNNOP_ACLNN_ELU_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at most 8.
// alpha, scale, inputScale: any numbers (rule 7), of any sign.
// out: receives the result. FLOAT16, BFLOAT16, FLOAT or DOUBLE, whatever the dtype of self; same
//   shape as self. May be self if its dtype is the same.
// workspaceSize: receives the bytes of workspace to pass to aclnnElu; currently 0.
// executor: receives the executor.
//
// The result is computed in double if self is DOUBLE, else in float; a wider out holds the float.
// alpha * scale and inputScale * self are not rounded to float.
//
// Special values. -inf gives -alpha * scale where inputScale is positive, NaN where it is 0. With
// an alpha or scale of 0 the result is 0 at every finite self that is not positive, also where the
// exponential overflows. An infinite alpha gives NaN at 0, an infinite inputScale too; NaN in alpha
// or inputScale gives NaN where self is not positive. NaN gives NaN.
// Accuracy: correctly rounded where self is positive; elsewhere within 1 ULP in FLOAT, from which
// FLOAT16 and BFLOAT16 are rounded, and 4 ULP in DOUBLE.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEluGetWorkspaceSize(
    const aclTensor* self, const aclScalar* alpha, const aclScalar* scale,
    const aclScalar* inputScale, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnElu(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at
//   most 8.
// alpha, scale, inputScale: any numbers (rule 7), of any sign.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceElu; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnElu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceEluGetWorkspaceSize(
    aclTensor* selfRef, const aclScalar* alpha, const aclScalar* scale, const aclScalar* inputScale,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnElu.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceElu(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ELU_H_
