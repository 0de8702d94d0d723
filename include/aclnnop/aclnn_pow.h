// aclnnPowTensorScalar, aclnnPowScalarTensor: powers of a tensor's elements, or of a number to
// them; and the first in place.
//
//   out = self ^ exponent
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_POW_H_
#define OPENACLNN_ACLNNOP_ACLNN_POW_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the bases. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL; rank
//   at most 8.
// exponent: the exponent, of one of the same dtypes. self and it promote as a tensor and a scalar
//   (rule 6), and may not both be BOOL. Where they promote to integers it is neither negative nor
//   more than these hold; where to floats, it is finite among these if it is finite.
// out: receives the powers. One of the same dtypes, UINT16, UINT32 or UINT64: of integers only if
//   the operands promote to integers, never of BOOL; of the shape of self. May be self if it has
//   its dtype. Written although the prototype says const.
// workspaceSize: receives the bytes of workspace to pass to aclnnPowTensorScalar; currently 0.
// executor: receives the executor.
//
// Special values. Those of pow in IEEE 754: x^0 and 1^y are 1, of a NaN too; below 0 only a finite
// x to a power that is not whole is NaN; (-0)^0.5 is +0 and (-inf)^0.5 inf, which are no square
// roots; (-1)^inf is 1.
// Accuracy: within 1 ULP of FLOAT and of DOUBLE, 0.501 of FLOAT where exponent is 2, 3, -1, -2, 0.5
// or -0.5. With a float an INT64 beyond 2^53 is the nearest double (rule 8), an even number.
// Integers are exact, modulo 2 to the power of their bits (rule 12); 0^0 is 1.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPowTensorScalarGetWorkspaceSize(const aclTensor* self,
                                                                     const aclScalar* exponent,
                                                                     const aclTensor* out,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPowTensorScalar(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor,
                                                     const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// self: the bases, which the result replaces; written although the prototype says const. As self
//   and out of aclnnPowTensorScalar.
// exponent: as for aclnnPowTensorScalar.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplacePowTensorScalar; currently
//   0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnPowTensorScalar.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnInplacePowTensorScalarGetWorkspaceSize(const aclTensor* self, const aclScalar* exponent,
                                            uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnPowTensorScalar.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplacePowTensorScalar(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the base, of one of the dtypes of exponent.
// exponent: the exponents. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or
//   BOOL; rank at most 8. It and self promote as a tensor and a scalar (rule 6), and may not both
//   be BOOL.
// out: receives the powers. One of the same dtypes, UINT16, UINT32 or UINT64: of integers only if
//   the operands promote to integers, never of BOOL; of the shape of exponent. May be exponent if
//   it has its dtype. Written although the prototype says const.
// workspaceSize: receives the bytes of workspace to pass to aclnnPowScalarTensor; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnPowTensorScalar. Integers to negative
// powers: 1 gives 1, -1 gives 1 or -1, and every other number, also 0, gives 0.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPowScalarTensorGetWorkspaceSize(const aclScalar* self,
                                                                     const aclTensor* exponent,
                                                                     const aclTensor* out,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPowScalarTensor(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_POW_H_
