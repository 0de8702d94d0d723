// aclnnWeightQuantBatchMatmulV2: a matrix of floats times one of quantised integers.
//
//   y = x @ ((weight + antiquantOffset) * antiquantScale) + bias
//   y = that * quantScale + quantOffset, rounded to INT8
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H_
#define OPENACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001), except for those whose names
// end with Optional.
//
// x: the first matrix, [m, k]. FLOAT16 or BFLOAT16. No extent of the matrices is 0; k and n are at
//   most 65535.
// weight: the quantised matrix, [k, n]. INT8, INT4 or INT32. INT4 lie two to a byte, the low half
//   first. An element of INT32 holds eight of them: the shape is [k, n / 8], or [k / 8, n] if they
//   lie along k. A tensor with the format FRACTAL_NZ is read as it lies.
// antiquantScale: what the integers are multiplied by, [1], [1, 1], [n] or [1, n], or with groups
//   [ceil(k / antiquantGroupSize), n]. The dtype of x; or UINT64 or INT64, whose low 32 bits are a
//   FLOAT, for x of FLOAT16 and weight of INT8.
// antiquantOffsetOptional: what is added to the integers before; of the same shape. The dtype of x;
//   INT32 beside a scale of 64 bits.
// quantScaleOptional: the scale of results of INT8, [1], [1, 1], [n] or [1, n]. UINT64, whose low
//   32 bits are a FLOAT. Bits 37 to 45 are an offset, added if quantOffsetOptional is null.
// quantOffsetOptional: the offset of results of INT8; of the same shape. FLOAT.
// biasOptional: added to the product, [n] or [1, n]. FLOAT16 if x has it, else FLOAT; on Ascend950
//   BFLOAT16, too.
// antiquantGroupSize: how many indices k share a scale: a multiple of 32 below k; 0 for all.
// y: receives the result, [m, n]. The dtype of x, or INT8 if quantScaleOptional is given. Shares no
//   memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnWeightQuantBatchMatmulV2;
//   currently 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them. Results of INT8 saturate; NaN gives 0.
// Accuracy: weights become numbers as the formula says, in FLOAT, and are rounded to the dtype of
// x. Then the product is that of aclnnMatmul with such a matrix, bit by bit, and the bias is added
// before it is rounded. Results of INT8 are scaled in FLOAT and rounded to nearest even.
// Products: Atlas A2 and A3; Ascend 950 and 310P without results of INT8. Ascend 310P has FLOAT16
// and INT8 alone, and batches of matrices of up to 6 axes.
ACL_FUNC_VISIBILITY aclnnStatus aclnnWeightQuantBatchMatmulV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight, const aclTensor* antiquantScale,
    const aclTensor* antiquantOffsetOptional, const aclTensor* quantScaleOptional,
    const aclTensor* quantOffsetOptional, const aclTensor* biasOptional, int antiquantGroupSize,
    const aclTensor* y, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnWeightQuantBatchMatmulV2(void* workspace,
                                                              uint64_t workspaceSize,
                                                              aclOpExecutor* executor,
                                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H_
