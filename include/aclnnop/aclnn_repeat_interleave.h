// aclnnRepeatInterleaveInt, aclnnRepeatInterleave and others: each element several times.
//
//   out[i] = element i / repeats of self, in one row                               Int
//   out[..., i, ...] = self[..., i / repeats, ...] along the axis dim       IntWithDim
//
// The others have a tensor of numbers, one for each element.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_REPEAT_INTERLEAVE_H_
#define OPENACLNN_ACLNNOP_ACLNN_REPEAT_INTERLEAVE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, in row-major order. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64
//   or BOOL; rank at most 8.
// repeats: how often each element comes; not negative.
// outputSize: the number of elements of out.
// out: receives the elements. Same dtype as self; one axis, of repeats times its elements. It
//   shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnRepeatInterleaveInt; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveIntGetWorkspaceSize(const aclTensor* self,
                                                                         int64_t repeats,
                                                                         int64_t outputSize,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveInt(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor,
                                                         aclrtStream stream);

// Checks the arguments and prepares a run along one axis. None may be null (161001).
//
// self: the tensor, of 1 to 8 axes. Dtypes as of aclnnRepeatInterleaveInt.
// repeats: how often what lies at each place along dim comes; not negative.
// dim: the axis, from -rank to rank - 1; -1 is the last.
// outputSize: the size of out along dim.
// out: receives the elements. Same dtype as self, and its shape, with repeats times the size along
//   dim. It shares no memory with self.
// workspaceSize: receives the bytes of workspace to pass to aclnnRepeatInterleaveIntWithDim;
//   currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveIntWithDimGetWorkspaceSize(
    const aclTensor* self, int64_t repeats, int64_t dim, int64_t outputSize, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveIntWithDim(void* workspace,
                                                                uint64_t workspaceSize,
                                                                aclOpExecutor* executor,
                                                                aclrtStream stream);

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor, in row-major order. FLOAT16, BFLOAT16, FLOAT, INT8, UINT8, INT16, INT32, INT64
//   or BOOL; rank at most 8.
// repeats: how often each element comes, or all, [elements of self], [1] or []. INT32 or INT64.
// outputSize: the size of out: the sum of repeats, or of one number times the elements.
// out: receives the elements. Same dtype as self; of one axis. It shares no memory with self, nor
//   with repeats.
// workspaceSize: receives the bytes of workspace to pass to aclnnRepeatInterleave: 8 for each
//   element of self, and about 8 KiB. Tensors that are not contiguous add their bytes.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too. The run alone looks
// at the numbers of repeats: a negative one counts as 0. What out has no room for is left out, and
// elements of out that are left over are 0.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveGetWorkspaceSize(const aclTensor* self,
                                                                      const aclTensor* repeats,
                                                                      int64_t outputSize,
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
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleave(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run along one axis. None may be null (161001).
//
// self: the tensor, of 1 to 8 axes. Dtypes as of aclnnRepeatInterleave.
// repeats: how often what lies at each place along dim comes, or at all, [size of self along dim],
//   [1] or []. INT32 or INT64.
// dim: the axis, from -rank to rank - 1; -1 is the last.
// outputSize: the size of out along dim: the sum of repeats, or of one number times that of self.
// out: receives the elements. Same dtype as self, and its shape except along dim. It shares no
//   memory with self, nor with repeats.
// workspaceSize: receives the bytes of workspace to pass to aclnnRepeatInterleaveWithDim, as of
//   aclnnRepeatInterleave; 8 for each place along dim.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too. The run alone looks
// at the numbers of repeats: a negative one counts as 0. What out has no room for is left out, and
// elements of out that are left over are 0.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveWithDimGetWorkspaceSize(
    const aclTensor* self, const aclTensor* repeats, int64_t dim, int64_t outputSize,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveWithDim(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

// The indices of repeats in place of elements: 0, 1, 1, 1 for [1, 3].
//
// repeats: how often each index comes; of one axis. INT32 or INT64.
// outputSize: the size of out: the sum of repeats.
// out: receives the indices. Same dtype as repeats; of one axis. It shares no memory with repeats.
// workspaceSize: receives the bytes of workspace to pass to aclnnRepeatInterleaveTensor, as of
//   aclnnRepeatInterleave, and the bytes of the indices.
// executor: receives the executor.
//
// Special values. The run alone looks at the numbers of repeats: a negative one counts as 0. What
// out has no room for is left out, and elements of out that are left over are 0.
// Accuracy: exact. Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveTensorGetWorkspaceSize(
    const aclTensor* repeats, int64_t outputSize, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRepeatInterleaveTensor(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor,
                                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_REPEAT_INTERLEAVE_H_
