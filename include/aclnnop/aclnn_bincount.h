// aclnnBincount: how often each integer is in a tensor, or the sum of its weights.
//
//   out[i] = the sum of weights[k] over all k where self[k] = i
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_BINCOUNT_H_
#define OPENACLNN_ACLNNOP_ACLNN_BINCOUNT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None but weights may be null (161001).
//
// self: the integers. INT8, UINT8, INT16, INT32 or INT64; of rank 1. The run fails, and writes
//   nothing, if an element is below 0, or at least the size of out.
// weights: the weight of each element, or null: 1. FLOAT, FLOAT16, DOUBLE, INT8, UINT8, INT16,
//   INT32, INT64 or BOOL; of the shape of self.
// minlength: how many elements out has at least.
// out: receives the sums. INT32, INT64, FLOAT or DOUBLE; of rank 1. Shares no memory with the
//   others.
// workspaceSize: receives the bytes of workspace to pass to aclnnBincount; above 0 where a tensor
//   has gaps or is converted.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them. Where self is empty out is 0.
// Accuracy: counts are exact. Sums of weights are made in DOUBLE, in the order of the elements, and
// rounded once.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBincountGetWorkspaceSize(const aclTensor* self,
                                                              const aclTensor* weights,
                                                              int64_t minlength, aclTensor* out,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnBincount(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_BINCOUNT_H_
