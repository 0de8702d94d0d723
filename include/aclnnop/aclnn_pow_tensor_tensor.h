// aclnnPowTensorTensor: powers of the elements of one tensor to those of another; and the same in
// place.
//
//   out = self ^ exponent
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_POW_TENSOR_TENSOR_H_
#define OPENACLNN_ACLNNOP_ACLNN_POW_TENSOR_TENSOR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the bases. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL; rank
//   at most 8.
// exponent: the exponents. One of the same dtypes. self and exponent promote (rule 6), may not both
//   be BOOL, and broadcast (rule 5).
// out: receives the powers. One of the same dtypes, UINT16, UINT32 or UINT64: of integers only if
//   the operands promote to integers, never of BOOL; of the shape to which they broadcast. May be
//   an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnPowTensorTensor; currently 0.
// executor: receives the executor.
//
// Special values. Those of pow in IEEE 754: x^0 and 1^y are 1, of a NaN too; below 0 only a finite
// x to a power that is not whole is NaN. For integers a negative power is 0, except
// of 1 and -1.
// Accuracy: within 1 ULP of FLOAT and of DOUBLE. With a float an INT64 beyond 2^53 is the nearest
// double (rule 8). Integers are exact, modulo 2 to the power of their bits (rule 12); 0^0 is 1.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnPowTensorTensorGetWorkspaceSize(const aclTensor* self,
                                                                     const aclTensor* exponent,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnPowTensorTensor(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// self: the bases, which the result replaces although the prototype says const; as self of
//   aclnnPowTensorTensor.
// exponent: as for aclnnPowTensorTensor; broadcasts to the shape of self.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplacePowTensorTensor; currently
//   0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnPowTensorTensor.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnInplacePowTensorTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* exponent,
                                            uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnPowTensorTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplacePowTensorTensor(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_POW_TENSOR_TENSOR_H_
