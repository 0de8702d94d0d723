// aclnnEmbeddingBag: rows of a table, of which those of a bag are put together.
//
//   Bag b has the indices from offsets[b] on, up to the next offset or the end; those that are
//   paddingIdx do not count.
//   output[b] = the sum of perSampleWeights[i] * weight[indices[i]] over its i (mode 0)
//               the mean of weight[indices[i]] (1), or their largest elements (others)
//
// The number of a bag in which no index counts is 0.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_BAG_H_
#define OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_BAG_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001), except perSampleWeights.
//
// weight: the table, [rows, D]. FLOAT16, BFLOAT16 or FLOAT.
// indices: the rows, from 0 on; one axis or none, on Ascend950 up to two. INT32 or INT64.
// offsets: where bags begin: 0 first, then none below the one before; one axis or none. INT32 or
//   INT64.
// scaleGradByFreq: whether gradients are divided by how often rows come; it changes nothing here.
// mode: 0 for sums, 1 for means, else the largest elements.
// sparse: whether gradients are sparse; it changes nothing here.
// perSampleWeights: the factor of each index, as many as those, or null for 1. Same dtype as
//   weight. Null where mode is not 0; on Ascend950 it does not count there.
// includeLastOffset: whether the last offset is the end of the last bag, and begins none.
// paddingIdx: the index that does not count; below 0 for none.
// output: receives the result, [bags, D]. Same dtype as weight. Shares no memory with inputs.
// offset2bag: receives the bag of each index, and the last bag for those behind it. As many
//   elements as indices, or none. INT32 or INT64.
// bagSize: receives how many indices of each bag count; on Ascend950 it has an element for each of
//   offsets, of which one that begins no bag is 0. INT32 or INT64.
// maxIndices: receives the row of each of the largest elements, [bags, D], of equal ones that of
//   the first. Else it has an element for each bag, on Ascend950 any number, which become 0. INT32
//   or INT64.
// workspaceSize: receives the bytes of workspace to pass to aclnnEmbeddingBag; currently that of
//   the integers as INT64, and of the weights as DOUBLEs.
// executor: receives the executor.
//
// Special values. An index that is no row, or a wrong offset, fails the run, and nothing is
// written. A NaN is the largest element.
// Accuracy: sums are of exact products in DOUBLE, in the order of the indices, and results are
// rounded once: within 0.51 ULP and n 2^-53 of the sum of the n absolute terms. The largest
// elements are exact.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEmbeddingBagGetWorkspaceSize(
    const aclTensor* weight, const aclTensor* indices, const aclTensor* offsets,
    bool scaleGradByFreq, int64_t mode, bool sparse, const aclTensor* perSampleWeights,
    bool includeLastOffset, int64_t paddingIdx, aclTensor* output, aclTensor* offset2bag,
    aclTensor* bagSize, aclTensor* maxIndices, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnEmbeddingBag(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_EMBEDDING_BAG_H_
