// aclnnSplitWithSize: a tensor in parts along an axis.
//
//   out[k][..., i, ...] = self[..., (the sizes before k) + i, ...]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SPLIT_WITH_SIZE_H_
#define OPENACLNN_ACLNNOP_ACLNN_SPLIT_WITH_SIZE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no member of out (161001).
//
// self: the tensor, of 1 to 8 axes. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an integer of 8 to 64 bits,
//   BOOL, COMPLEX64 or COMPLEX128.
// splitSize: the sizes of the parts along dim, whose sum is that of self; none is negative.
// dim: the axis, from -rank to rank - 1; -1 is the last.
// out: receives the parts, as many as sizes, in the shape of self except along dim. Their dtypes
//   are among those of self, and elements of self can be cast to them. They share no memory with
//   self, nor with each other.
// workspaceSize: receives the bytes of workspace to pass to aclnnSplitWithSize; currently 0.
// executor: receives the executor.
//
// Special values. Each element is converted once, from the dtype of self to that of its part, as by
// aclnnCast; where the dtypes are one, bits are copied, those of NaNs too. Accuracy: exact where
// the dtypes are one, else rounded once. Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSplitWithSizeGetWorkspaceSize(const aclTensor* self,
                                                                   const aclIntArray* splitSize,
                                                                   int64_t dim, aclTensorList* out,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSplitWithSize(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SPLIT_WITH_SIZE_H_
