// aclnnAscendAntiQuant: integers of eight or four bits become floats, by a scale and an offset.
//
//   y = (x + offset) * scale, or, with sqrtMode, (x + offset) * scale * scale
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_ASCEND_ANTI_QUANT_H_
#define OPENACLNN_ACLNNOP_ACLNN_ASCEND_ANTI_QUANT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null except offset (161001).
//
// x: the integers, up to 8 axes. INT8; except on Ascend310P also INT4 or INT32. As INT4 it is
//   contiguous, its last size is even, and two elements are in a byte, the first in the low half.
//   An element of INT32 holds eight integers of four bits, the first in the lowest bits.
// scale: a factor, or one for each element of y along the last axis; of one axis. FLOAT or
//   BFLOAT16.
// offset: a summand for each scale, of its dtype and shape; null means none.
// dstType: the number of the dtype of y: 1 (FLOAT16) or 27 (BFLOAT16).
// sqrtMode: whether scale is a factor twice.
// y: receives the result, in the shape of x; next to an x of INT32 its last size is eight times
//   that of x. FLOAT16 or BFLOAT16.
// workspaceSize: receives the bytes of workspace to pass to aclnnAscendAntiQuant; 0 for INT8, a
//   byte for each element of y for others.
// executor: receives the executor.
//
// Special values. Too large results are inf; 0 times inf is NaN.
// Accuracy: all is computed in double, and each result is rounded once, within 0.50001 ULP of the
// terms that it is made of.
// Products: Ascend910B, Ascend910_93, Ascend310P.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAscendAntiQuantGetWorkspaceSize(
    const aclTensor* x, const aclTensor* scale, const aclTensor* offset, int64_t dstType,
    bool sqrtMode, const aclTensor* y, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnAscendAntiQuant(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_ASCEND_ANTI_QUANT_H_
