// aclnnHardtanh: what is beyond two bounds becomes the bound; and the same in place.
//
//   out = self < clipValueMin ? clipValueMin
//         self > clipValueMax ? clipValueMax
//                             : self
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_HARDTANH_H_
#define OPENACLNN_ACLNNOP_ACLNN_HARDTANH_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or INT64; rank at
//   most 8.
// clipValueMin, clipValueMax: the bounds (rule 7), the first not above the second as they are
//   given. Where self is of integers they are truncated toward zero, and neither may be NaN. One
//   that the dtype does not hold is the nearest number that it does.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnHardtanh; currently 0.
// executor: receives the executor.
//
// Special values. A number equal to a bound stays as it is, so -0 with a bound of 0. NaN in self
// stays, with its payload. A NaN bound makes all results NaN.
// Accuracy: exact; a bound is rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardtanhGetWorkspaceSize(
    const aclTensor* self, const aclScalar* clipValueMin, const aclScalar* clipValueMax,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnHardtanh(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the argument, which the result replaces. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8,
//   INT16, INT32 or INT64; rank at most 8.
// clipValueMin, clipValueMax: as for aclnnHardtanh.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceHardtanh; currently 0.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnHardtanh.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceHardtanhGetWorkspaceSize(aclTensor* selfRef,
                                                                     const aclScalar* clipValueMin,
                                                                     const aclScalar* clipValueMax,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run. The arguments are those of aclnnHardtanh.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceHardtanh(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_HARDTANH_H_
