// aclnnSWhere: picks each element from one of two tensors.
//
//   out = self where condition is not 0, else other, converted to the dtype of out
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_S_WHERE_H_
#define OPENACLNN_ACLNNOP_ACLNN_S_WHERE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// condition: which tensor an element is from. BOOL or UINT8; true where the byte is not 0.
// self: the elements where condition is true. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an integer of 8 to
//   64 bits, BOOL, COMPLEX64 or COMPLEX128.
// other: the elements elsewhere. One of these dtypes; those of self and other promote (rule 6).
// out: receives the elements. A dtype to which elements of what self and other promote to may be
//   cast: floats do not become integers, complex numbers no real ones, and only BOOL becomes BOOL.
//   Has the shape to which the three broadcast (rule 5). May be an input that has its dtype and
//   shape.
// No tensor has a rank above 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnSWhere; currently 0.
// executor: receives the executor.
//
// Each element is converted once, straight to the dtype of out, as by aclnnCast
// (aclnnop/aclnn_cast.h). It does not go by way of the dtype to which self and other promote.
//
// Special values. As of aclnnCast; an element whose dtype is that of out keeps its bits, the
// payload of a NaN too. Elements that are not picked have no influence.
// Accuracy: correctly rounded; exact where the dtype has the number.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSWhereGetWorkspaceSize(const aclTensor* condition,
                                                            const aclTensor* self,
                                                            const aclTensor* other, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSWhere(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_S_WHERE_H_
