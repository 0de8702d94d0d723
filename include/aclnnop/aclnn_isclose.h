// aclnnIsClose: which elements are close to those of another tensor.
//
//   out = |self - other| <= atol + rtol * |other| ? 1 : 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ISCLOSE_H_
#define OPENACLNN_ACLNNOP_ACLNN_ISCLOSE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the first elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or
//   BOOL; rank at most 8.
// other: the second elements. The dtype of self; self and other broadcast (rule 5).
// rtol: the distance that is allowed, in parts of other. Rounded to FLOAT unless self is DOUBLE.
// atol: the distance that is allowed besides. Rounded as rtol is.
// equalNan: whether NaN is close to NaN.
// out: receives the truth, 1 or 0. BOOL; of the shape to which self and other broadcast. May be an
//   input that is of BOOL and has its shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnIsClose; currently 0.
// executor: receives the executor.
//
// Special values. Equal elements give 1, infinities too, whatever rtol and atol are. An infinity is
// close to nothing else. NaN is close to NaN if equalNan says so, and to nothing else.
// Accuracy: both sides are rounded to DOUBLE, self - other once and the other side once. INT64 is
// rounded to DOUBLE before; beyond 2^53 to an odd one, if it is none.
// Products: Ascend310P, Ascend910, Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIsCloseGetWorkspaceSize(
    const aclTensor* self, const aclTensor* other, double rtol, double atol, bool equalNan,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnIsClose(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ISCLOSE_H_
