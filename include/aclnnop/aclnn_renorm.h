// aclnnRenorm: slices of a tensor with a norm of at most maxNorm.
// aclnnInplaceRenorm: the same, in selfRef itself.
//
//   norm_i = (the sum of |self|^p over slice i along dim)^(1 / p)
//   out_i  = self_i * maxNorm / max(norm_i, eps) if norm_i > maxNorm, else self_i
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_RENORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_RENORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16 or FLOAT; 2 to 8 axes.
// p: the power, 0 or more. 0 counts the elements other than 0; inf takes the largest size. Any
//   real dtype.
// dim: the axis along which slices follow each other, from -r to r - 1 where r is the rank of
//   self.
// maxNorm: the largest norm that a slice keeps, 0 or more. Any real dtype.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnRenorm; currently that of a
//   DOUBLE for each slice.
// executor: receives the executor.
//
// Special values. A norm of NaN leaves its slice as it is. An infinite one makes numbers zeros,
// and infinities NaN. eps is 1e-7 in FLOAT16, and 1e-12 else.
// Accuracy: norms are sums in double in an order that the shape alone decides, and results are
// rounded once: within 0.51 ULP and 2^-40 of the result.
// Products: all but 310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRenormGetWorkspaceSize(const aclTensor* self,
                                                            const aclScalar* p, int64_t dim,
                                                            const aclScalar* maxNorm,
                                                            aclTensor* out, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRenorm(void* workspace, uint64_t workspaceSize,
                                            aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run in place. None may be null (161001).
//
// selfRef: the tensor, and the result.
// p, dim, maxNorm: as for aclnnRenorm.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceRenorm; as for
//   aclnnRenorm.
// executor: receives the executor.
//
// Special values, accuracy and products are those of aclnnRenorm.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRenormGetWorkspaceSize(aclTensor* selfRef,
                                                                   const aclScalar* p, int64_t dim,
                                                                   const aclScalar* maxNorm,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRenorm(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_RENORM_H_
