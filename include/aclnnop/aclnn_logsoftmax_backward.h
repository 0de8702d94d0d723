// aclnnLogSoftmaxBackward: the gradient of log_softmax along an axis.
//
//   out_i = gradOutput_i - exp(output_i) * sum of gradOutput_j  over the row along axis dim
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOutput: the gradient of log_softmax's output. FLOAT16, BFLOAT16 or FLOAT; rank at most 8.
// output: log_softmax's output; it may be positive. Same dtype and shape as gradOutput.
// dim: the axis, from -r to r - 1 where r is the rank, or 1 for rank 0; -1 is the last.
// out: receives the gradient. FLOAT16, BFLOAT16, FLOAT, DOUBLE, COMPLEX64 or COMPLEX128, with an
//   imaginary part of +0; of the shape of gradOutput. May be gradOutput or output where it has
//   their dtype. A wider out holds the float.
// workspaceSize: receives the bytes of workspace to pass to aclnnLogSoftmaxBackward; above 0 for
// long rows. executor: receives the executor.
//
// Special values, by row. NaN in gradOutput makes the whole row NaN, NaN in output its element. A
// sum of inf or -inf gives -inf or inf, NaN where gradOutput is the same infinity. Where output is
// -inf the result is gradOutput for a finite sum, else NaN; where it is inf, -inf times the sum.
// Accuracy: within 0.51 ULP + 2^-45 (|gradOutput| + exp(output) * sum of |gradOutput_j|).
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSoftmaxBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                                        const aclTensor* output,
                                                                        int64_t dim, aclTensor* out,
                                                                        uint64_t* workspaceSize,
                                                                        aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnLogSoftmaxBackward(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H_
