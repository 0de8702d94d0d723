// aclnnNeg: the number with the other sign; and the same in place.
//
//   out = -self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_NEG_H_
#define OPENACLNN_ACLNNOP_ACLNN_NEG_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the number. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, INT32, INT64, COMPLEX64 or COMPLEX128;
//   rank at most 8.
// out: receives the result. COMPLEX64 or COMPLEX128; where self is real also FLOAT16, BFLOAT16,
//   FLOAT or DOUBLE, and where self has integers INT8, UINT8, INT16, INT32 or INT64 too; of the
//   shape of self. May be self if it has its dtype.
// workspaceSize: receives the bytes of workspace to pass to aclnnNeg; currently 0.
// executor: receives the executor.
//
// Integers are negated in their own dtype, modulo 2 to the power of its bits, and then become
// elements of out (rule 12).
//
// Special values. The sign bit is flipped, of zeros and NaN too. The smallest integer of a dtype
// stays.
// Accuracy: exact; what out does not hold is rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNegGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                         uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnNeg(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, const aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the number, which the result replaces. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, INT32 or
//   INT64; rank at most 8.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceNeg; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnNeg.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceNegGetWorkspaceSize(aclTensor* selfRef,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnNeg.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceNeg(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_NEG_H_
