// aclnnEmbeddingDenseBackward: the gradient of the matrix of aclnnEmbedding.
//
//   out[r] = the sum of grad[k] over all k where indices[k] is r
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// grad: the gradient of the rows, along its last axis. FLOAT16, BFLOAT16 or FLOAT.
// indices: the row of out for each row of grad, in their order: from 0 on and below numWeights.
//   INT64, INT32, INT16, INT8, UINT8, BOOL, FLOAT, FLOAT16 or DOUBLE, of which fractions are cut
//   off.
// numWeights: the number of rows of out.
// paddingIdx: a row of out that becomes 0; none if it is not below numWeights, as -1.
// scaleGradByFreq: whether each sum is divided by the number of its rows.
// out: receives the gradient. Same dtype as grad; numWeights rows as long as those of grad.
// workspaceSize: receives the bytes of workspace to pass to aclnnEmbeddingDenseBackward; 8 bytes
//   for each of the indices, in whole cache lines.
// executor: receives the executor.
//
// Special values. Indices are looked at when the stream runs them. One that is out of range fails
// the run: the synchronisation of the stream returns 507015, and nothing is written. Sums are made
// in double, in the order of indices, and rounded once. A row of which there is no index is 0.
// Accuracy: rounded once. Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEmbeddingDenseBackwardGetWorkspaceSize(
    const aclTensor* grad, const aclTensor* indices, uint64_t numWeights, uint64_t paddingIdx,
    bool scaleGradByFreq, const aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEmbeddingDenseBackward(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_DENSE_BACKWARD_H_
