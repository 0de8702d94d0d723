// aclnnXLogYScalarSelf: a number times the logarithms of a tensor.
//
//   out = self * log(other), 0 where self is 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_X_LOG_Y_SCALAR_SELF_H_
#define OPENACLNN_ACLNNOP_ACLNN_X_LOG_Y_SCALAR_SELF_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the factor. A scalar, of any dtype but a complex one: FLOAT16, BFLOAT16, FLOAT, DOUBLE,
//   an integer or BOOL; rounded once to FLOAT.
// other: what the logarithm is of. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64 or
//   BOOL; rank at most 8.
// out: receives the product. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape of other. May be
//   other if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnXLogYScalarSelf; currently 0.
// executor: receives the executor.
//
// Integers and BOOL are read as the numbers that they are, exactly up to 2^53; with a DOUBLE out
// they are computed with in double. Other results in DOUBLE are those in FLOAT.
//
// Special values. A self that is 0 gives 0, unless other is NaN. NaN in either gives NaN, and so
// does an other below 0 beside other numbers. An other that is 0 counts as -inf.
// Accuracy: within 0.501 ULP in FLOAT and 2 ULP in DOUBLE; results in FLOAT16 and BFLOAT16 are
// correctly rounded from operands of their dtype.
// Products: Ascend310P, Ascend910, Ascend910B and Ascend910_93.
ACL_FUNC_VISIBILITY aclnnStatus aclnnXLogYScalarSelfGetWorkspaceSize(const aclScalar* self,
                                                                     const aclTensor* other,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnXLogYScalarSelf(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_X_LOG_Y_SCALAR_SELF_H_
