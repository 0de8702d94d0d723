// aclnnComplex: complex numbers of their real and imaginary parts.
//
//   out = real + i * imag
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_COMPLEX_H_
#define OPENACLNN_ACLNNOP_ACLNN_COMPLEX_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// real: the real parts. FLOAT16, FLOAT or DOUBLE; rank at most 8.
// imag: the imaginary parts. Same dtype as real; rank at most 8. real and imag broadcast (rule 5).
// out: receives the numbers. COMPLEX32 if real is FLOAT16, COMPLEX64 if it is FLOAT, COMPLEX128 if
//   it is DOUBLE; of the shape to which real and imag broadcast. Shares no memory with them.
// workspaceSize: receives the bytes of workspace to pass to aclnnComplex; currently 0.
// executor: receives the executor.
//
// Special values. All parts keep their bits, those of NaN, too.
// Accuracy: exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnComplexGetWorkspaceSize(const aclTensor* real,
                                                             const aclTensor* imag, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnComplex(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_COMPLEX_H_
