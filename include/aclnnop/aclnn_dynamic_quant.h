// aclnnDynamicQuant: each row becomes integers of eight or four bits, by a scale of its own.
//
//   input = x * smoothScalesOptional
//   scaleOut = the largest |input| of a row / M, where M is 127 for INT8, and 7 for four bits
//   yOut = round(input / scaleOut), to the nearest integer, and of a tie to the even one
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_DYNAMIC_QUANT_H_
#define OPENACLNN_ACLNNOP_ACLNN_DYNAMIC_QUANT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null except smoothScalesOptional (161001).
//
// x: what is quantised, row by row along the last axis. FLOAT16 or BFLOAT16; 2 to 8 axes.
// smoothScalesOptional: a factor for each element of a row, along one axis, of the dtype of x; null
//   means 1. On Ascend910 and Ascend310P it is checked, and not computed with.
// yOut: receives the integers, in the shape of x. INT8; except on Ascend910 and Ascend310P also
//   INT4 or INT32. As INT4 it is contiguous, its last size is even, and two elements are in a byte,
//   the first in the low half. As INT32 it holds eight integers of four bits in an element, the
//   first in the lowest bits; its last size is an eighth of that of x. HIFLOAT8 and FLOAT8 of
//   Ascend950 are refused.
// scaleOut: receives the scale of each row, in the shape of x without the last axis. FLOAT.
// workspaceSize: receives the bytes of workspace to pass to aclnnDynamicQuant: 4 for each row, and
//   for four bits a byte for each element of x.
// executor: receives the executor.
//
// Special values. A row of zeros has a scale of 0, and integers 0. A NaN in a row gives a scale of
// NaN, and integers 0. An infinity gives a scale of inf, and integers 0. A row without elements has
// a scale of 0.
// Accuracy: exact: scaleOut is rounded once, and so is the quotient by the scaleOut that is given.
// Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDynamicQuantGetWorkspaceSize(
    const aclTensor* x, const aclTensor* smoothScalesOptional, const aclTensor* yOut,
    const aclTensor* scaleOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnDynamicQuant(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_DYNAMIC_QUANT_H_
