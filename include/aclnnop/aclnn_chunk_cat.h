// aclnnChunkCat: tensors cut into as many chunks, and the chunks of one number side by side.
//
// Each tensor of the list has chunks of c = ceil(d / numChunks) slices along its first axis, where
// d are all of them; slices that are not there are 0. Row i of out has the elements of chunk i of
// each tensor, one tensor after the other:
//
//   out[i] = tensors[0][i c0 : (i + 1) c0], tensors[1][i c1 : (i + 1) c1], ...
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CHUNK_CAT_H_
#define OPENACLNN_ACLNNOP_ACLNN_CHUNK_CAT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no member of tensors (161001).
//
// tensors: at least one, of 1 to 8 axes and any sizes. FLOAT16, BFLOAT16 or FLOAT, all of one.
// dim: the axis that is cut; only 0.
// numChunks: how many chunks there are, at least 1.
// out: receives the elements: [numChunks, n], where n is the sum over tensors of the elements of a
//   chunk. FLOAT16, BFLOAT16 or FLOAT; where tensors are FLOAT, that. Shares no memory with them.
// workspaceSize: receives the bytes of workspace to pass to aclnnChunkCat: those of tensors that
//   are not dense.
// executor: receives the executor.
//
// Special values. Each element is converted once, as by aclnnCast. Where the dtypes are one, bits
// are copied, those of NaNs too.
// Accuracy: exact, except that FLOAT16 and BFLOAT16 are rounded once to each other.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnChunkCatGetWorkspaceSize(const aclTensorList* tensors,
                                                              int64_t dim, int64_t numChunks,
                                                              aclTensor* out,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnChunkCat(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CHUNK_CAT_H_
