// aclnnCtcLoss: the loss of connectionist temporal classification.
//
//   The labels of a sequence are its targets with a blank before each and after the last. A path
//   goes through them in time: it stays, goes on by one, or from a target to the next if they
//   differ.
//   logAlphaOut[n, t, s] = log of the sum, over paths to label s at step t, of the products of
//                          exp(logProbs[.., n, label])
//   negLogLikelihoodOut  = -log of the sum over the paths that end in the last two labels
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CTC_LOSS_H_
#define OPENACLNN_ACLNNOP_ACLNN_CTC_LOSS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// logProbs: the logarithms of probabilities of C classes at T steps of N sequences, [T, N, C], or
//   [T, C] of one sequence. FLOAT or DOUBLE; FLOAT16 and BFLOAT16 on Ascend910B, Ascend910_93 and
//   Ascend950. T and C are not 0.
// targets: the classes of each sequence, [N, S], of which the first ones count, or those of all
//   sequences along one axis. INT64, INT32, BOOL, FLOAT or FLOAT16; fractions are cut off.
// inputLengths: how many steps each sequence has, from 0 to T.
// targetlengths: how many targets each sequence has, 0 or more.
// blank: the class that stands for no target, from 0 to C - 1.
// zeroInfinity: whether a loss that is infinite becomes 0.
// negLogLikelihoodOut: receives the losses, [N], or [] of one sequence. Same dtype as logProbs.
//   Shares no memory with inputs.
// logAlphaOut: receives the sums up to each step and label, [N, T, 2 L + 1], where L is the largest
//   of targetlengths. On all products but Ascend950 the last size is rounded up to a multiple of 8.
//   Same dtype. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnCtcLoss; currently those of
//   targets as INT64, if they are not dense and of that dtype.
// executor: receives the executor.
//
// Special values. A sequence without a path has the loss inf, and no step gives 0 for no target. A
// target that is no class has the log-probability NaN. logAlphaOut is -inf where no path is: beyond
// the steps and labels of a sequence, too.
// Accuracy: a step is computed in DOUBLE, and results are rounded once. They are within 0.51 ULP
// and T (A + 4) 2^-52, where A is the largest size of a path's sum.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCtcLossGetWorkspaceSize(
    const aclTensor* logProbs, const aclTensor* targets, const aclIntArray* inputLengths,
    const aclIntArray* targetlengths, int64_t blank, bool zeroInfinity,
    aclTensor* negLogLikelihoodOut, aclTensor* logAlphaOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCtcLoss(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CTC_LOSS_H_
