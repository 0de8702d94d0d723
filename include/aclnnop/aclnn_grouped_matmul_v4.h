// aclnnGroupedMatmulV4: the products of groups of rows, or of k, with a matrix for each group.
//
//   out[g] = x[g] @ weight[g] + bias[g]
//   out[g] = x[g] @ ((weight[g] + antiquantOffset[g]) * antiquantScale[g]) + bias[g]
//   out[g] = act((x[g] @ weight[g] + bias[g]) * scale[g] * perTokenScale)
//   out[g] = x[g] @ (weight[g] * scale[g]) * perTokenScale               if both have INT4
//   out[g] = ((x[g] - 8) @ (weight[g] * scale[g]) + bias[g]) * perTokenScale   of INT8 and INT4
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_V4_H_
#define OPENACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_V4_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// What actType says.
typedef enum {
  GMM_ACT_TYPE_NONE = 0L,
  GMM_ACT_TYPE_RELU = 1L,
  GMM_ACT_TYPE_GELU_TANH = 2L,
  GMM_ACT_TYPE_GELU_ERR_FUNC = 3L,
  GMM_ACT_TYPE_FAST_GELU = 4L,
  GMM_ACT_TYPE_SILU = 5L,
} GMMActType;

// Checks the arguments and prepares a run. None may be null (161001), except for those whose names
// end with Optional. In their place a list without tensors, or with one of the shape [0], is null,
// too. No member of a list may be null.
//
// The lists go together in these ways, by splitItem and groupType. A "-" is a list that is null.
//
//   splitItem  groupType  x                 weight               groupList  out
//   0, 1       -1         G of [..., m, k]  G of [k, n]          -          G of [..., m, n]
//   2, 3        0         [m, k]            [G, k, n]            given      [m, n]
//   2, 3        0         [m, k]            G of [k, n]          given      [m, n]
//   2, 3        0         G of [m, k]       G of [k, n]          or null    [sum of m, n]
//   2, 3        2         [m, k]            [k, n]               given      [G, m, n]
//   0, 1        2         [m, k]            G of [part of k, n]  -          G of [m, n]
//
// These dtypes go together. INT4 may be INT32, each element holding eight of INT4.
//
//   x     weight      bias        scale  antiquantScale, -Offset  perTokenScale  out
//   FLOAT FLOAT       FLOAT, -    -      -                        -              FLOAT
//   FP16  FP16        FP16, -     -      -                        -              FP16
//   BF16  BF16        FLOAT, -    -      -                        -              BF16
//   FP16  INT8, INT4  FP16, -     -      FP16                     -              FP16
//   BF16  INT8, INT4  FLOAT, -    -      BF16                     -              BF16
//   INT8  INT8        INT32, -    words  -                        -              INT8
//   INT8  INT8        INT32, -    BF16   -                        FLOAT, -       BF16
//   INT8  INT8        INT32, -    FLOAT  -                        FLOAT, -       FP16
//   INT8  INT8        INT32, -    -      -                        -              INT32
//   INT8  INT4        FLOAT       words  -                        FLOAT          FP16, BF16
//   INT4  INT4        -           words  -                        FLOAT, -       FP16, BF16
//
// Words are UINT64 or INT64, whose low 32 bits are a FLOAT.
//
// x: the first matrices, 1 to 128. With groupType -1 they have 2 to 6 axes. The last axes of x and
//   weight have at most 65535 elements, except for k of a transposed weight.
// weight: the second matrices, 1 to 128, or one of all groups. Two INT4 lie in a byte, the low half
//   first. An even number of them lies side by side along one of the last two axes. A tensor with
//   the format FRACTAL_NZ is read as it lies. With x of INT8 groupType is 0, and not 2 with weight
//   of integers.
// biasOptional: what is added to the columns of a product: [n] for each weight, or [G, n]. Null if
//   groupType is 2.
// scaleOptional: what columns are multiplied by, of the same shapes. Where out has INT8, bits 37 to
//   45 of words are an offset, which is added. For weight of INT4 there may be groups of k: [G,
//   groups of k, n], each of an even number of indices.
// offsetOptional: must be null, as the modes that have it are not supported.
// antiquantScaleOptional: what integers of the weight are multiplied by, of the same shapes. For
//   INT4 there may be groups of k: [groups of k, n] for each weight, or [G, groups of k, n]. All
//   have as many indices k.
// antiquantOffsetOptional: what is added to these integers before; of the shapes of the scales.
// perTokenScaleOptional: what rows are multiplied by, one tensor, [m] or [m, 1]. Then x, weight and
//   out are one tensor each, and so they are where x and weight have integers of four bits.
// groupListOptional: where the groups are among the m rows of x and out, or among k if groupType is
//   2; INT64. It is read when the stream runs. Groups lie one behind the other, from index 0. What
//   is out of bounds ends at these. It has up to 1024 groups, and up to 128 if weight is a list.
//   Where x is a list, its tensors are the groups, and the elements are not looked at.
// activationInputOptional, activationQuantScaleOptional: must be null.
// activationQuantOffsetOptional: must be null.
// splitItem: 0 or 1 if out is a list, 2 or 3 if it is one tensor.
// groupType: what the groups are parts of: 0 rows, 2 indices k, -1 nothing, as all are lists.
// groupListType: what groupListOptional has: 0 where each group ends, [G]; 1 its size, [G]; 2 which
//   group comes next and its size, [G, 2]. With INT8 by INT4 the list has sizes in any case.
//   Where both factors have integers, and weight has INT4, groupListType is 0 or 1.
// actType: what results become last: 0 they stay, 1 relu, 2 gelu by tanh, 4 fast gelu, 5 silu. It
//   counts for results of FLOAT16 or BFLOAT16 of two factors of INT8. All others stay.
// out: receives the results. Shares no memory with inputs. Rows of no group become 0, and so does
//   a matrix of a group without indices k.
// activationFeatureOutOptional, dynQuantScaleOutOptional: must be null.
// workspaceSize: receives the bytes of workspace to pass to aclnnGroupedMatmulV4: those of a
//   result in FLOAT if there is an activation, else 0.
// executor: receives the executor.
//
// Special values. As IEEE 754 has them. Results of INT8 and INT32 saturate; NaN gives 0.
// Accuracy: each group is the product that aclnnMm, aclnnWeightQuantBatchMatmulV2 or
// aclnnQuantMatmulV5 has for its matrices, bit by bit; a bias is added before the one rounding. An
// activation takes results as they are before that, in FLOAT, and is within 1 ULP of FLOAT. Exact
// sums of groups of k are scaled in double, and added in double in the order of k. So is a bias of
// FLOAT; the sum becomes a FLOAT that is scaled by row.
// Products: Atlas A2 and A3.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGroupedMatmulV4GetWorkspaceSize(
    const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
    const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
    const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
    const aclTensorList* perTokenScaleOptional, const aclTensor* groupListOptional,
    const aclTensorList* activationInputOptional, const aclTensorList* activationQuantScaleOptional,
    const aclTensorList* activationQuantOffsetOptional, int64_t splitItem, int64_t groupType,
    int64_t groupListType, int64_t actType, aclTensorList* out,
    aclTensorList* activationFeatureOutOptional, aclTensorList* dynQuantScaleOutOptional,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnGroupedMatmulV4(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_V4_H_
