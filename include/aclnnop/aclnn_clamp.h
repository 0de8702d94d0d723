// aclnnClamp, aclnnClampMin, aclnnClampMax: what is beyond a bound becomes the bound; and the last
// of them in place. The first three with tensors of bounds, too.
//
//   t = self < clipValueMin ? clipValueMin : self
//   out = t > clipValueMax ? clipValueMax : t
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CLAMP_H_
#define OPENACLNN_ACLNNOP_ACLNN_CLAMP_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. One of clipValueMin and clipValueMax may be null, and is
// then no bound; nothing else may, nor both (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64; rank at
//   most 8.
// clipValueMin, clipValueMax: the bounds, of any real dtype; compared as they are given. Where a
//   bound is the result, it is converted once to the dtype of out. For an out of integers it is
//   truncated toward zero, and the nearest number that out holds. NaN only where out is of floats.
// out: receives the result. One of the same dtypes, of integers only if self is; of the shape of
//   self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnClamp; currently 0.
// executor: receives the executor.
//
// Special values. A number equal to a bound stays as it is, so -0 with a bound of 0. Where the
// first bound is above the second, the second is the result everywhere. NaN in self stays. A NaN
// bound makes all results NaN.
// Accuracy: exact; a number that is not out's dtype is rounded once, as by aclnnCast.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampGetWorkspaceSize(const aclTensor* self,
                                                           const aclScalar* clipValueMin,
                                                           const aclScalar* clipValueMax,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnClamp(void* workspace, uint64_t workspaceSize,
                                           aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64; rank at
//   most 8.
// clipValueMin: the lower bound, as for aclnnClamp.
// out: receives the result. One of the same dtypes, of integers only if self is; of the shape of
//   self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnClampMin; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnClamp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampMinGetWorkspaceSize(const aclTensor* self,
                                                              const aclScalar* clipValueMin,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampMin(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64; rank at
//   most 8.
// clipValueMax: the upper bound, as for aclnnClamp.
// out: receives the result. One of the same dtypes, of integers only if self is; of the shape of
//   self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnClampMax; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnClamp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampMaxGetWorkspaceSize(const aclTensor* self,
                                                              const aclScalar* clipValueMax,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampMax(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces; written although the prototype says const. As
//   self of aclnnClampMax.
// clipValueMax: as for aclnnClampMax.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceClampMax; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnClamp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceClampMaxGetWorkspaceSize(const aclTensor* selfRef,
                                                                     const aclScalar* clipValueMax,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnClampMax.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceClampMax(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

// The same with tensors of bounds. aclnnClampTensor is
//
//   out = min(max(self, clipValueMin), clipValueMax)

// Checks the arguments and prepares a run. One of clipValueMin and clipValueMax may be null, and is
// then no bound; nothing else may, nor both (161001).
//
// self: the numbers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64; rank
//   at most 8.
// clipValueMin: the lower bounds, or null. One of the same dtypes or BOOL; rank at most 8.
// clipValueMax: the upper bounds, or null. One of the same dtypes or BOOL; rank at most 8. self and
//   the bounds promote (rule 6) and broadcast (rule 5).
// out: receives the bounded numbers. One of the same dtypes as self: of integers only if the
//   operands promote to integers; of the shape to which they broadcast. May be an input that has
//   its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnClampTensor; currently 0.
// executor: receives the executor.
//
// Special values. NaN in any of the three gives NaN. Where the lower bound is above the upper one,
// the upper one is the result. Zeros of both signs are ordered: -0 is below +0.
// Accuracy: exact; operands of several dtypes are compared as they are, and a number that is not
// of out's dtype is rounded once, as by aclnnCast.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampTensorGetWorkspaceSize(const aclTensor* self,
                                                                 const aclTensor* clipValueMin,
                                                                 const aclTensor* clipValueMax,
                                                                 aclTensor* out,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnClamp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampTensor(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor,
                                                 const aclrtStream stream);

// aclnnClampMinTensor is
//
//   out = self < clipValueMin ? clipValueMin : self

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the numbers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64; rank
//   at most 8.
// clipValueMin: the lower bounds. One of the same dtypes or BOOL. self and clipValueMin promote
//   (rule 6) and broadcast (rule 5).
// out: receives the bounded numbers. One of the same dtypes as self: of integers only if the
//   operands promote to integers; of the shape to which they broadcast. May be an input that has
//   its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnClampMinTensor; currently 0.
// executor: receives the executor.
//
// Special values. NaN in either gives NaN. With zeros of both signs the result is +0, in either
// order.
// Accuracy: exact; operands of several dtypes are compared as they are, and a number that is not
// of out's dtype is rounded once, as by aclnnCast.
// Products: Ascend910, Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampMinTensorGetWorkspaceSize(const aclTensor* self,
                                                                    const aclTensor* clipValueMin,
                                                                    aclTensor* out,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnClamp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampMinTensor(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor,
                                                    const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the numbers, which the bounded ones replace. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8,
//   UINT8, INT16, INT32 or INT64; rank at most 8.
// clipValueMin: the lower bounds. One of the same dtypes or BOOL. selfRef and clipValueMin
//   promote (rule 6); broadcasts to the shape of selfRef (rule 5).
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceClampMinTensor; currently
//   0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnClampMinTensor.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnInplaceClampMinTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* clipValueMin,
                                           uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnClamp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceClampMinTensor(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           const aclrtStream stream);

// aclnnClampMaxTensor is
//
//   out = self > max ? max : self

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the numbers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64; rank
//   at most 8.
// max: the upper bounds. One of the same dtypes or BOOL. self and max promote (rule 6) and
//   broadcast (rule 5).
// out: receives the bounded numbers. One of the same dtypes as self: of integers only if the
//   operands promote to integers; of the shape to which they broadcast. May be an input that has
//   its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnClampMaxTensor; currently 0.
// executor: receives the executor.
//
// Special values. NaN in either gives NaN. With zeros of both signs the result is -0, in either
// order.
// Accuracy: exact; operands of several dtypes are compared as they are, and a number that is not
// of out's dtype is rounded once, as by aclnnCast.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampMaxTensorGetWorkspaceSize(const aclTensor* self,
                                                                    const aclTensor* max,
                                                                    aclTensor* out,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnClamp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnClampMaxTensor(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the numbers, which the bounded ones replace. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8,
//   UINT8, INT16, INT32 or INT64; rank at most 8.
// max: the upper bounds. One of the same dtypes or BOOL. selfRef and max promote (rule 6);
//   broadcasts to the shape of selfRef (rule 5).
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceClampMaxTensor; currently
//   0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnClampMaxTensor.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceClampMaxTensorGetWorkspaceSize(
    aclTensor* selfRef, const aclTensor* max, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnClamp.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceClampMaxTensor(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CLAMP_H_
