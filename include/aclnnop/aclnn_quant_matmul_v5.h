// aclnnQuantMatmulV5: a product of matrices of quantised integers, scaled back.
//
//   out = (x1 @ x2 + bias) * x2Scale * x1Scale + x2Offset
//   out = x1 @ x2 * x2Scale * x1Scale + x2Offset + bias    if bias has floats
//   out = x1 @ x2 + bias                                 if out has INT32
//
// With groups of k each exact sum is scaled by itself, and the scaled ones are added:
//
//   out = sum of groups of (x1 @ x2) * x1Scale * x2Scale, + bias
//   out = (sum of groups of ((x1 - 8) @ x2) * x2Scale, + yOffset) * x1Scale
//   out = (sum of groups of (x1 @ x2 - x1 @ x2Offset) * x2Scale) * x1Scale
//
// These are the modes G-B, K-G of INT8 by four bits, and K-G of four bits. B-B, T-CG and MX are
// not supported: their shapes and dtypes are refused.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_V5_H_
#define OPENACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_V5_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001), except for
// x1Scale, yScale, x1Offset, x2Offset, yOffset and bias.
//
// These dtypes go together, where "words" are UINT64 or INT64, and INT4 may be INT32 on both sides,
// each element holding eight of INT4:
//
//   factors x2Scale     x2Offset  x1Scale               bias                     out      products
//   INT8    words       null      null                  INT32 or null            FLOAT16  all
//   INT8    words       FLOAT, -  null                  INT32 or null            INT8     all
//   INT8    words       null      null                  INT32 or null            BFLOAT16 A5
//   INT8    FLOAT, BF16 null      FLOAT or null         INT32, BF16, FLOAT, null BFLOAT16 not P
//   INT8    FLOAT       null      FLOAT                 INT32, FP16, FLOAT, null FLOAT16  not P
//   INT8    FLOAT       null      FLOAT                 INT32 or null            FLOAT16  P
//   INT8    FLOAT, BF16 null      null                  INT32 or null            INT32    not P
//   INT4    words       null      null                  INT32 or null            FLOAT16  not P
//   INT4    FLOAT, BF16 null      FLOAT                 INT32, BF16, FLOAT, null BFLOAT16 not P
//   INT4    FLOAT       null      FLOAT                 INT32, FP16, FLOAT, null FLOAT16  not P
//
// and with groups of k, of which the first has INT8 in x1 and INT4 in x2, and yOffset of FLOAT:
//
//   factors x2Scale     x2Offset  x1Scale               bias                     out      products
//   INT8, 4 words       null      FLOAT                 null                     FP16, BF16 A2, A3
//   INT4    FLOAT       FLOAT16   FLOAT                 null                     FP16, BF16 not P
//   INT8    FLOAT       null      FLOAT                 FLOAT, null              BFLOAT16 not P
//
// A5 is Ascend 950, which has no INT32 in the place of INT4, and P Ascend 310P.
//
// x1: the first matrices, [..., m, k], or [..., k, m] if transposeX1. An even number of INT4 lies
//   side by side, two to a byte, the low half first; the shape counts an INT32 of eight as one. Up
//   to 6 axes; those before the last two broadcast. No extent is 0. The last axes of x1 and x2 have
//   at most 65535 elements, unless x1 has INT8 and x2Scale floats.
// x2: the second matrices, [..., k, n], or [..., n, k] if transposeX2. A tensor with the format
//   FRACTAL_NZ is read as it lies.
// x2Scale: what columns are multiplied by, [1] or [n]. The low 32 bits of words are a FLOAT.
//   Where out has INT8, bits 37 to 45 of words are an offset, added if x2Offset is null. For groups
//   of 256 indices k [ceil(k / 256), n]; for groups of 128 and blocks of 128 columns
//   [ceil(n / 128), ceil(k / 128)], and transposeX2 is true. With groups there are no batches.
// x2Offset: what is added to columns, [1] or [n]. One of FLOAT16 is subtracted from the integers
//   of x2, and has the shape of x2Scale.
// x1Scale: what rows are multiplied by, [m], or [m, 1] with groups; [m, ceil(k / 128)] for groups
//   of 128.
// yOffset: what is added to columns before rows are scaled, [n]. Else it must be null or have no
//   elements.
// yScale, x1Offset: must be null or have no elements.
// bias: what is added, [n], or [batch, 1, n] if out has three axes. INT32 is added before columns
//   are scaled, floats at the end.
// transposeX1, transposeX2: whether the last two axes of a factor change places.
// groupSize: with groups, the sizes of groups of k, n and m, in 16 bits each from the lowest on.
//   They are 256, 0, 0 or 128, 128, 1; 0 in the place of any is the same. Without groups it is not
//   looked at.
// out: receives the result, [..., m, n]. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnQuantMatmulV5; currently 0.
// executor: receives the executor.
//
// Special values. Results of INT8 and INT32 saturate; NaN gives 0.
// Accuracy: sums of integers are exact, with a bias of INT32. They become a FLOAT, and are scaled
// in FLOAT in the order of the formula. The result is rounded to out once, to nearest even. Sums of
// groups of k are scaled and added in double, in the order of k.
// Products: all except for Atlas training products (Ascend 910).
ACL_FUNC_VISIBILITY aclnnStatus aclnnQuantMatmulV5GetWorkspaceSize(
    const aclTensor* x1, const aclTensor* x2, const aclTensor* x1Scale, const aclTensor* x2Scale,
    const aclTensor* yScale, const aclTensor* x1Offset, const aclTensor* x2Offset,
    const aclTensor* yOffset, const aclTensor* bias, bool transposeX1, bool transposeX2,
    int64_t groupSize, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnQuantMatmulV5(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_V5_H_
