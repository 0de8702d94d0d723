// aclnnRReluWithNoise and aclnnInplaceRReluWithNoise: the identity above 0, below it random
// slopes.
//
//   out = self > 0 ? self : slope * self, slope = lower + (upper - lower) * u
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_RRELU_WITH_NOISE_H_
#define OPENACLNN_ACLNNOP_ACLNN_RRELU_WITH_NOISE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// self: the argument. FLOAT16, BFLOAT16 or FLOAT; of any rank.
// noise: receives 1 where self is above 0, else the slope, if training is true; else it keeps
//   what it has. Same dtype as self; same shape, or contiguous with no fewer elements, of which
//   the first ones count.
// lower: the least slope. Any real dtype.
// upper: what slopes are below. Any real dtype.
// training: whether slopes are drawn; if false, all are (lower + upper) / 2.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// out: receives the result. Same dtype and shape as self. May be self.
// workspaceSize: receives the bytes of workspace to pass to aclnnRReluWithNoise.
// executor: receives the executor.
//
// Special values. A slope is drawn in double and rounded to the dtype of noise; a NaN in self
// stays. The numbers are not those of an NPU. Accuracy: within 0.51 ULP, rounded once from
// double. Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRReluWithNoiseGetWorkspaceSize(
    const aclTensor* self, const aclTensor* noise, const aclScalar* lower, const aclScalar* upper,
    bool training, int64_t seed, int64_t offset, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnRReluWithNoise(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

// Checks the arguments and prepares a run. No pointer may be null (161001).
//
// self: the argument, and the result. FLOAT16, BFLOAT16 or FLOAT; of any rank.
// noise: receives 1 where self is above 0, else the slope, if training is true; else it keeps
//   what it has. Same dtype as self; same shape, or contiguous with no fewer elements, of which
//   the first ones count.
// lower: the least slope. Any real dtype.
// upper: what slopes are below. Any real dtype.
// training: whether slopes are drawn; if false, all are (lower + upper) / 2.
// seed: the key of the words (docs/numerics.md, "Random numbers").
// offset: which words of that key there are; calls of other offsets share none.
// workspaceSize: receives the bytes of workspace to pass to aclnnInplaceRReluWithNoise.
// executor: receives the executor.
//
// Special values. A slope is drawn in double and rounded to the dtype of noise; a NaN in self
// stays. The numbers are not those of an NPU. Accuracy: within 0.51 ULP, rounded once from
// double. Products: all but Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRReluWithNoiseGetWorkspaceSize(
    const aclTensor* self, const aclTensor* noise, const aclScalar* lower, const aclScalar* upper,
    bool training, int64_t seed, int64_t offset, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInplaceRReluWithNoise(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_RRELU_WITH_NOISE_H_
