// aclnnRandperm: integers in random order.
//
//   out = the integers from 0 to n - 1 in random order
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_RANDPERM_H_
#define OPENACLNN_ACLNNOP_ACLNN_RANDPERM_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// n: how many there are; not below 0.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the integers. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32 or
//   INT64; shape [n].
// workspaceSize: receives the bytes of workspace to pass to aclnnRandperm.
// executor: receives the executor.
//
// Integer i has the key of words 2 i, the lower bits, and 2 i + 1. out has the integers by
// ascending keys. The numbers are not those of an NPU.
// Special values. What the dtype does not hold is converted, to integers by the low bits.
// Accuracy: exact, except that float dtypes round the integers once.
// Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRandpermGetWorkspaceSize(int64_t n, int64_t seed,
                                                              int64_t offset, aclTensor* out,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRandperm(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_RANDPERM_H_
