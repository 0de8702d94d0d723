// aclnnAtan2: the angle of a point, from its ordinate and its abscissa; and the same in place.
//
//   out = atan2(self, other), in radians from -pi to pi
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ATAN2_H_
#define OPENACLNN_ACLNNOP_ACLNN_ATAN2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the ordinate. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// other: the abscissa. One of the same dtypes. self and other promote (rule 6) and broadcast
//   (rule 5).
// out: receives the angle. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape to which they
//   broadcast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnAtan2; currently 0.
// executor: receives the executor.
//
// Integers and BOOL are read as the numbers that they are, exactly up to 2^53; with a DOUBLE out
// they are computed with in double.
//
// Special values. NaN in either gives NaN. The result has the sign of self, zeros too. Beside an
// other that is positive or +0 a zero gives itself, beside one that is negative or -0 pi with its
// sign. Two infinities have the angles of two sizes that are alike.
// Accuracy: within 0.501 ULP in FLOAT and 3 ULP in DOUBLE; results in FLOAT16 and BFLOAT16 are
// correctly rounded from operands of their dtype.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAtan2GetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnAtan2(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the ordinate, which the angle replaces. FLOAT16, BFLOAT16, FLOAT or DOUBLE; rank at
//   most 8.
// other: the abscissa. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or
//   BOOL; broadcasts to the shape of selfRef (rule 5).
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceAtan2; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnAtan2.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAtan2GetWorkspaceSize(aclTensor* selfRef,
                                                                  aclTensor* other,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnAtan2.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceAtan2(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ATAN2_H_
