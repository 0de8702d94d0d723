// aclnnSplitTensor: a tensor in parts of one size along an axis.
//
//   out[k][..., i, ...] = self[..., k * splitSections + i, ...]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_SPLIT_TENSOR_H_
#define OPENACLNN_ACLNNOP_ACLNN_SPLIT_TENSOR_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no member of out (161001).
//
// self: the tensor, of 1 to 8 axes. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an integer of 8 to 64 bits,
//   BOOL, COMPLEX64 or COMPLEX128.
// splitSections: the size of each part along dim; the last one has what is left. 0 only where self
//   has no elements along dim.
// dim: the axis, from -rank to rank - 1; -1 is the last.
// out: receives the parts, in the shape of self except along dim. Their dtypes are among those of
//   self, and elements of self can be cast to them. They share no memory with self, nor with each
//   other.
// workspaceSize: receives the bytes of workspace to pass to aclnnSplitTensor; currently 0.
// executor: receives the executor.
//
// Special values. Each element is converted once, from the dtype of self to that of its part, as by
// aclnnCast; where the dtypes are one, bits are copied, those of NaNs too. Accuracy: exact where
// the dtypes are one, else rounded once. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnSplitTensorGetWorkspaceSize(const aclTensor* self,
                                                                 uint64_t splitSections,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnSplitTensor(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_SPLIT_TENSOR_H_
