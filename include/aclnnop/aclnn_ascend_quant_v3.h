// aclnnAscendQuantV3: floats become integers of eight or four bits, by a scale and an offset.
//
//   y = round(x * scale + offset), or, with sqrtMode, round(x * scale * scale + offset)
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ASCEND_QUANT_V3_H_
#define OPENACLNN_ACLNNOP_ACLNN_ASCEND_QUANT_V3_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null except offset (161001).
//
// x: what is quantised. FLOAT, FLOAT16 or BFLOAT16; 1 to 8 axes.
// scale: one factor, or one for each element along the axis. It has one axis, or as many as x, with
//   one element along the others. The dtype of x; next to FLOAT also FLOAT16 or BFLOAT16.
// offset: a summand for each scale, of its dtype and shape; null means none.
// sqrtMode: whether x is multiplied by scale twice.
// roundMode: "round", to the nearest integer and of a tie the even one; "floor", down; "ceil", up;
//   "trunc", toward zero. "hybrid", which is for HIFLOAT8, is refused.
// dstType: the number of the dtype of y: 2 (INT8), 3 (INT32) or 29 (INT4). On Ascend310P only 2.
//   HIFLOAT8 and FLOAT8 of Ascend950 are refused.
// axis: which axis of x scale and offset are for: one of the last two, also counted from behind; on
//   Ascend310P the last one.
// y: receives the result, in the shape of x. As INT4 it is contiguous, its last size is even, and
//   two elements are in a byte, the first in the low half. As INT32 it holds eight integers of four
//   bits in an element, the first in the lowest bits; its last size is an eighth of that of x.
// workspaceSize: receives the bytes of workspace to pass to aclnnAscendQuantV3; 0 for INT8, a byte
//   for each element of x for others.
// executor: receives the executor.
//
// Special values. What is beyond the range is its nearest end: -128 to 127, or -8 to 7. NaN gives
// 0.
// Accuracy: exact: the formula without any rounding gives one number, which is rounded once.
// Products: Ascend910B, Ascend910_93, Ascend950, Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAscendQuantV3GetWorkspaceSize(
    const aclTensor* x, const aclTensor* scale, const aclTensor* offset, bool sqrtMode,
    const char* roundMode, int32_t dstType, int32_t axis, const aclTensor* y,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAscendQuantV3(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ASCEND_QUANT_V3_H_
