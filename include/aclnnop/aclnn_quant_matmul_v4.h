// aclnnQuantMatmulV4: a product of matrices of quantised integers, scaled back.
//
//   out = (x1 @ x2 + bias) * scale * pertokenScaleOptional + offset
//   out = x1 @ x2 * scale * pertokenScaleOptional + offset + bias    if bias has floats
//   out = x1 @ x2 + bias                                 if out has INT32
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_V4_H_
#define OPENACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_V4_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001), except for
// offset, pertokenScaleOptional and bias.
//
// These dtypes go together, where "words" are UINT64 or INT64, and INT4 may be INT32 on both sides,
// each element holding eight of INT4:
//
//   factors scale       offset    pertokenScaleOptional bias                     out      products
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
// A5 is Ascend 950, which has no INT32 in the place of INT4, and P Ascend 310P.
//
// x1: the first matrices, [..., m, k], or [..., k, m] if transposeX1. An even number of INT4 lies
//   side by side, two to a byte, the low half first; the shape counts an INT32 of eight as one. Up
//   to 6 axes; those before the last two broadcast. No extent is 0. The last axes of x1 and x2 have
//   at most 65535 elements, unless x1 has INT8 and scale floats.
// x2: the second matrices, [..., k, n], or [..., n, k] if transposeX2. A tensor with the format
//   FRACTAL_NZ is read as it lies.
// scale: what columns are multiplied by, [1] or [n]. The low 32 bits of words are a FLOAT.
//   Where out has INT8, bits 37 to 45 of words are an offset, added if offset is null.
// offset: what is added to columns, [1] or [n].
// pertokenScaleOptional: what rows are multiplied by, [m].
// bias: what is added, [n], or [batch, 1, n] if out has three axes. INT32 is added before columns
//   are scaled, floats at the end.
// transposeX1, transposeX2: whether the last two axes of a factor change places.
// out: receives the result, [..., m, n]. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnQuantMatmulV4; currently 0.
// executor: receives the executor.
//
// Special values. Results of INT8 and INT32 saturate; NaN gives 0.
// Accuracy: sums of integers are exact, with a bias of INT32. They become a FLOAT, and are scaled
// in FLOAT in the order of the formula. The result is rounded to out once, to nearest even.
// Products: all except for Atlas training products (Ascend 910).
ACL_FUNC_VISIBILITY aclnnStatus aclnnQuantMatmulV4GetWorkspaceSize(
    const aclTensor* x1, const aclTensor* x2, const aclTensor* scale, const aclTensor* offset,
    const aclTensor* pertokenScaleOptional, const aclTensor* bias, bool transposeX1,
    bool transposeX2, const aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnQuantMatmulV4(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_V4_H_
