// aclnnMultilabelMarginLoss: how little scores of classes that are targets are above the others.
//
//   loss_n   = the sum over targets j and other classes i of max(0, 1 - (self[n, j] - self[n, i]))
//              / C
//   isTarget = 1 for the targets of a row, else 0
//   out      = loss (reduction 0), its mean (1) or its sum (2)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_MULTILABEL_MARGIN_LOSS_H_
#define OPENACLNN_ACLNNOP_ACLNN_MULTILABEL_MARGIN_LOSS_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the scores, [N, C], or [C] or [] of one row. FLOAT16, BFLOAT16 or FLOAT. C is not 0.
// target: the targets of each row, classes from 0 to C - 1, up to the first number below 0. A
//   target that comes again counts again. Same shape as self. INT32 or INT64.
// reduction: 0 (none), 1 (mean) or 2 (sum).
// out: receives the losses, [N], where reduction is 0 and self has rows, else the loss, [] or [1].
//   Same dtype as self. Shares no memory with inputs.
// isTarget: receives where targets are. Same dtype as self, same shape as target. Shares no memory
//   with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnMultilabelMarginLoss; currently
//   that of target as INT64, and of a DOUBLE for each row.
// executor: receives the executor.
//
// Special values. A target that is no class fails the run, and nothing is written. A NaN in a row
// gives NaN if the row has targets. The mean of no rows is NaN, their sum +0.
// Accuracy: margins and sums are DOUBLEs, in an order that the row alone decides, and results are
// rounded once: within 0.51 ULP and 2^-40 of the result.
// Products: Ascend910, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMultilabelMarginLossGetWorkspaceSize(
    const aclTensor* self, const aclTensor* target, int64_t reduction, aclTensor* out,
    aclTensor* isTarget, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnMultilabelMarginLoss(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_MULTILABEL_MARGIN_LOSS_H_
