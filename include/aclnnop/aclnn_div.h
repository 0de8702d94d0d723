// aclnnDiv, aclnnDivs: the quotient of two tensors, or of a tensor and a number; aclnnDivMod,
// aclnnDivMods: the same, or its whole part; and the same in place.
//
//   out = self / other
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DIV_H_
#define OPENACLNN_ACLNNOP_ACLNN_DIV_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// other: the divisor. One of the same dtypes. self and other promote (rule 6) and broadcast (rule
//   5).
// out: receives the quotient. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape to which self and
//   other broadcast. On Ascend910, Ascend910B, Ascend910_93 and Ascend310P also one of integers, or
//   BOOL, to which their dtypes, promoted, are cast. May be an input that has its dtype and shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnDiv; currently 0.
// executor: receives the executor.
//
// Integers and BOOL are divided by each other as the numbers that they are. The quotient is a
// FLOAT. Where out has integers it is the exact one toward zero; beyond its range it is the nearest
// limit. By a float they are divided in double; integers of out get the quotient toward zero.
//
// Special values. As IEEE 754 has them: x / 0 is inf with the signs of both, 0 / 0 and inf / inf
// are NaN. With integers and an output of integers, x / 0 is the largest or the smallest number, by
// the sign of x; 0 / 0 is 0. A BOOL output is whether the quotient is not 0; NaN is not 0.
// Accuracy: correctly rounded where all are of one float dtype, else within 0.501 ULP of FLOAT and
// of DOUBLE. With a float, an INT64 beyond 2^53 is the nearest double (rule 8). Integers of
// integers are exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDivGetWorkspaceSize(const aclTensor* self,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnDiv(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the dividend, which the result replaces. As self and out of aclnnDiv, of the shape to
//   which it and other broadcast.
// other: as for aclnnDiv.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceDiv; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnDiv.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceDivGetWorkspaceSize(aclTensor* selfRef,
                                                                const aclTensor* other,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnDiv.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceDiv(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// other: the divisor, one number for all elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8,
//   INT16, INT32, INT64 or BOOL. self and it promote as a tensor and a scalar (rule 6).
// out: receives the quotient. FLOAT16, BFLOAT16, FLOAT or DOUBLE; of the shape of self. On
//   Ascend910, Ascend910B, Ascend910_93 and Ascend310P also one of integers, or BOOL, to which the
//   dtype of self is cast. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnDivs; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnDiv.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDivsGetWorkspaceSize(const aclTensor* self,
                                                          const aclScalar* other, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDivs(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the dividend, which the result replaces. As self and out of aclnnDivs.
// other: as for aclnnDivs.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceDivs; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnDiv.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceDivsGetWorkspaceSize(aclTensor* selfRef,
                                                                 const aclScalar* other,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnDivs.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceDivs(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// other: the divisor. One of the same dtypes. self and other promote (rule 6) and broadcast (rule
//   5).
// mode: 0 for the quotient as of aclnnDiv, 1 for its whole part toward zero, 2 for its floor.
// out: receives the quotient. One of the same dtypes: of integers only if the operands promote to
//   integers or BOOL; of the shape to which they broadcast. May be an input that has its dtype and
//   shape.
// workspaceSize: receives the bytes of workspace to pass to aclnnDivMod; currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnDiv with mode 0, of aclnnFloorDivide with 2.
// Accuracy: that of aclnnDiv with mode 0; with 1 floats are the whole part of the rounded
// quotient; with 2 they are those of aclnnFloorDivide. Integers with a result of integers are
// exact, and limited to its range.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDivModGetWorkspaceSize(const aclTensor* self,
                                                            const aclTensor* other, int mode,
                                                            aclTensor* out, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDivMod(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the dividend, which the result replaces. As self and out of aclnnDivMod.
// other, mode: as for aclnnDivMod.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceDivMod; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnDivMod.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceDivModGetWorkspaceSize(aclTensor* selfRef,
                                                                   const aclTensor* other, int mode,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnDivMod.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceDivMod(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the dividend. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// other: the divisor, of one of the same dtypes. self and it promote as a tensor and a scalar (rule
//   6).
// mode: 0 for the quotient as of aclnnDivs, 1 for its whole part toward zero, 2 for its floor.
// out: receives the quotient. One of the same dtypes: of integers only if self and other promote to
//   integers or BOOL; of the shape of self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnDivMods; currently 0.
// executor: receives the executor.
//
// Special values. Those of aclnnDivs with mode 0, of aclnnFloorDivides with 2.
// Accuracy: that of aclnnDivs with mode 0; with 1 floats are the whole part of the rounded
// quotient; with 2 they are those of aclnnFloorDivides. Integers with a result of integers are
// exact, and limited to its range.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDivModsGetWorkspaceSize(const aclTensor* self,
                                                             const aclScalar* other, int mode,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnDivMods(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the dividend, which the result replaces. As self and out of aclnnDivMods.
// other, mode: as for aclnnDivMods.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceDivMods; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnDivMods.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceDivModsGetWorkspaceSize(aclTensor* selfRef,
                                                                    const aclScalar* other,
                                                                    int mode,
                                                                    uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnDivMods.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceDivMods(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DIV_H_
