// aclnnAny: whether any elements along axes of a tensor are not 0.
//
//   out = whether any elements of self that differ in the indices along dim alone are
//         not 0
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ANY_H_
#define OPENACLNN_ACLNNOP_ACLNN_ANY_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the elements. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64 or BOOL;
//   rank at most 8.
// dim: the axes, each from -r to r - 1 where r is the rank of self, or 1 for rank 0; none of them
//   twice; without any, all axes.
// keepdim: whether out has the axes in dim, with one element along each.
// out: receives 1 for true and 0 for false. BOOL or UINT8; of the shape of self without the axes in
//   dim, or with 1 in their place. One result may have any shape of one element. Shares no memory
//   with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnAny; above 0 for long rows.
// executor: receives the executor.
//
// Special values. A NaN is not 0, and -0 is. The result of nothing is false.
// Accuracy: exact. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAnyGetWorkspaceSize(const aclTensor* self,
                                                         const aclIntArray* dim, bool keepdim,
                                                         aclTensor* out, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAny(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ANY_H_
