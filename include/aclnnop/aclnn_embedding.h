// aclnnEmbedding: the rows of a matrix that indices name.
//
//   out[..., k] = weight[indices[...], k]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_H_
#define OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// weight: a matrix, whose rows are taken. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16,
//   INT32, INT64, BOOL, COMPLEX64 or COMPLEX128.
// indices: the numbers of rows, from 0 on and below the number of rows. INT64 or INT32; of at most
//   7 axes.
// out: receives the rows. Same dtype as weight; the shape of indices and, behind it, the size of a
//   row.
// workspaceSize: receives the bytes of workspace to pass to aclnnEmbedding; currently 0.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. Accuracy:
// exact; bits are moved, those of NaNs too. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEmbeddingGetWorkspaceSize(const aclTensor* weight,
                                                               const aclTensor* indices,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnEmbedding(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_H_
