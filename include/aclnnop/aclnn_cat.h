// aclnnCat: tensors one after the other along an axis.
//
//   out[..., i, ...] = tensors[k][..., i - (the sizes of tensors before k), ...]
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CAT_H_
#define OPENACLNN_ACLNNOP_ACLNN_CAT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no member of tensors (161001).
//
// tensors: at least one, of 1 to 8 axes; of one shape except along dim, along which a size may be
//   0. FLOAT16, BFLOAT16, FLOAT, DOUBLE, INT8, UINT8, INT16, INT32, INT64, BOOL or COMPLEX64; on
//   Ascend950 also UINT16, UINT32 or UINT64. They promote to a common dtype. All have one format.
// dim: the axis, from -rank to rank - 1; -1 is the last.
// out: receives the elements, in the shape of tensors with the sum of the sizes along dim. One of
//   the same dtypes, to which elements of the promoted dtype can be cast; the format of tensors. It
//   shares no memory with them.
// workspaceSize: receives the bytes of workspace to pass to aclnnCat; currently 0.
// executor: receives the executor.
//
// Special values. Each element is converted once, from the dtype of its tensor to that of out, as
// by aclnnCast; where the dtypes are one, bits are copied, those of NaNs too. Accuracy: exact where
// the dtypes are one, else rounded once. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCatGetWorkspaceSize(const aclTensorList* tensors, int64_t dim,
                                                         aclTensor* out, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCat(void* workspace, uint64_t workspaceSize,
                                         aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CAT_H_
