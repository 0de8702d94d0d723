// aclnnEmbeddingRenorm: rows of a table, those that indices name, get a norm of at most maxNorm.
//
//   norm_i     = (the sum of |selfRef[i]|^normType)^(1 / normType)
//   selfRef[i] = selfRef[i] * maxNorm / (norm_i + 1e-7) if norm_i > maxNorm
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_RENORM_H_
#define OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_RENORM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// selfRef: the table, and the result. FLOAT16, BFLOAT16 or FLOAT; a matrix.
// indices: the rows, from 0 on; a row that comes more than once becomes the same. INT32 or INT64;
//   rank at most 8. Shares no memory with selfRef.
// maxNorm: the largest norm that a row keeps. Where it is NaN, all rows stay.
// normType: the power. 0 counts the elements other than 0; inf and -inf take the largest and the
//   smallest size.
// workspaceSize: receives the bytes of workspace to pass to aclnnEmbeddingRenorm; currently that
//   of the rows twice, and of a DOUBLE for each.
// executor: receives the executor.
//
// Special values. An index that is no row fails the run, and nothing is written. A norm of NaN
// leaves its row as it is. An infinite one makes numbers zeros, and infinities NaN.
// Accuracy: norms are sums in double in an order that the shape alone decides, and results are
// rounded once: within 0.51 ULP and 2^-40 of the result.
// Products: all but 310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEmbeddingRenormGetWorkspaceSize(aclTensor* selfRef,
                                                                     const aclTensor* indices,
                                                                     double maxNorm,
                                                                     double normType,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEmbeddingRenorm(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor,
                                                     const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_RENORM_H_
