// aclnnCast: the elements of a tensor in another dtype.
//
//   out = self, converted to dtype
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CAST_H_
#define OPENACLNN_ACLNNOP_ACLNN_CAST_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// self: FLOAT16, BFLOAT16, FLOAT, DOUBLE, an integer of 8 to 64 bits, BOOL, COMPLEX64 or
//   COMPLEX128; rank at most 8.
// dtype: one of these dtypes. Every pair is allowed.
// out: receives the elements. Its dtype is dtype, its shape that of self. May be self if its dtype
//   is the same; then nothing changes.
// workspaceSize: receives the bytes of workspace to pass to aclnnCast; currently 0.
// executor: receives the executor.
//
// Conversions. To the same dtype: bit for bit. A float to a float: rounded once, to nearest even,
// also DOUBLE to FLOAT16. A float to an integer: toward zero; what is out of range becomes the
// nearest limit. An integer to an integer: its low bits, so INT32 200 becomes INT8 -56. An integer
// to a float: rounded once from all its bits, INT32 65520 to FLOAT16 inf. To BOOL: whether it is
// not 0, as a whole. BOOL: 0 or 1 whatever its byte is. A real number to a complex
// one: with the imaginary part +0; back: the real part; between complex dtypes: part by part.
//
// Special values. NaN becomes NaN, the integer 0, or true; inf becomes inf, a limit of an integer's
// range, or true; -0 keeps its sign among floats. Subnormal numbers are kept, and true as BOOL.
// Accuracy: correctly rounded; exact where the dtype has the number.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCastGetWorkspaceSize(const aclTensor* self,
                                                          const aclDataType dtype, aclTensor* out,
                                                          uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCast(void* workspace, uint64_t workspaceSize,
                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CAST_H_
