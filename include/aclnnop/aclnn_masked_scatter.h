// aclnnInplaceMaskedScatter: elements, one after the other, are put into a tensor where a mask is
// true.
//
//   selfRef, in row-major order where mask is not 0 = source, in row-major order
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MASKED_SCATTER_H_
#define OPENACLNN_ACLNNOP_ACLNN_MASKED_SCATTER_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// selfRef: the tensor, and the result. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32,
//   INT64 or BOOL.
// mask: which elements change: those where it is not 0. BOOL or UINT8. Broadcasts to the shape of
//   selfRef.
// source: the elements, in its own row-major order; those that are not needed are not looked at.
//   Same dtype as selfRef.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceMaskedScatter; currently 0.
// executor: receives the executor.
//
// Special values. If source has fewer elements than mask is true for, the run fails: the
// synchronisation of the stream returns 507015, and nothing is written. Accuracy: exact; bits are
// moved. Products: Ascend910B, Ascend910_93 and Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceMaskedScatterGetWorkspaceSize(aclTensor* selfRef,
                                                                          const aclTensor* mask,
                                                                          const aclTensor* source,
                                                                          uint64_t* workspaceSize,
                                                                          aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceMaskedScatter(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MASKED_SCATTER_H_
