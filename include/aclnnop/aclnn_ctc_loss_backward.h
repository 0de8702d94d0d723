// aclnnCtcLossBackward: the gradient of aclnnCtcLoss by the log-probabilities before log_softmax.
//
//   out[t, n, c] = gradOut[n] * (exp(p) - exp(S + negLogLikelihood[n] - p)), p = logProbs[t, n, c]
//
// where S is the logarithm of the sum of exp(alpha + beta) over the labels s of class c. There
// alpha is logAlpha[n, t, s], and beta the same of the paths from s at step t to the end.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CTC_LOSS_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_CTC_LOSS_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOut: the gradient of each loss, [N]. Same dtype as logProbs.
// logProbs: the logarithms of probabilities, [T, N, C]. FLOAT or DOUBLE; FLOAT16 and BFLOAT16 on
//   Ascend910B, Ascend910_93 and Ascend950. T and C are not 0.
// targets: the classes of each sequence, [N, S], of which the first ones count, or those of all
//   sequences along one axis. INT64, INT32, BOOL, FLOAT or FLOAT16; fractions are cut off.
// inputLengths: how many steps each sequence has, from 0 to T.
// targetLengths: how many targets each sequence has, 0 or more.
// negLogLikelihood: the losses, [N], of aclnnCtcLoss. Same dtype as logProbs.
// logAlpha: the sums of aclnnCtcLoss, [N, T, states]. Same dtype. At least 2 L + 1 states, where L
//   is the largest of targetLengths.
// blank: the class that stands for no target, from 0 to C - 1.
// zeroInfinity: whether a sequence without a path has the gradient 0. There is none if its loss is
//   inf, or logAlpha is -inf in its last two labels at its last step.
// out: receives the gradient, [T, N, C]. Same dtype. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnCtcLossBackward; currently those
//   of targets as INT64, if they are not dense and of that dtype.
// executor: receives the executor.
//
// Special values. From the last step of a sequence on the gradient is +0. An infinite loss gives
// NaN, and so does a class whose log-probability is -inf.
// Accuracy: all is computed in DOUBLE, beta anew, and results are rounded once. A share of paths is
// within (T + 4) (A + 4) 2^-52 of itself. A is the largest size of alpha, beta, loss and p.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCtcLossBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* logProbs, const aclTensor* targets,
    const aclIntArray* inputLengths, const aclIntArray* targetLengths,
    const aclTensor* negLogLikelihood, const aclTensor* logAlpha, int64_t blank, bool zeroInfinity,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCtcLossBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CTC_LOSS_BACKWARD_H_
