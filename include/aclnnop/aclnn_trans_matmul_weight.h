// aclnnTransMatmulWeight: prepares the second factor of products, a weight. Also how many elements
// such a weight has: aclnnCalculateMatmulWeightSize and aclnnCalculateMatmulWeightSizeV2.
//
//   mmWeightRef stays as it is
//
// An NPU has a layout of its own for weights, FRACTAL_NZ. Here products pack what they need while
// they compute, so that a weight keeps its layout. A tensor whose format is FRACTAL_NZ lies as its
// strides say, as any other.
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_TRANS_MATMUL_WEIGHT_H_
#define OPENACLNN_ACLNNOP_ACLNN_TRANS_MATMUL_WEIGHT_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Gives the elements of a weight of FLOAT16 or BFLOAT16. Neither pointer may be null (161001).
//
// tensorShape: the shape of the weight, of 2 to 6 axes. No size is negative, and there are at most
//   2^63 - 1 elements (161002).
// weightTensorSize: receives the product of the sizes. An NPU adds what fills up its blocks of 16,
//   and for INT8 of 32; here there are none.
ACL_FUNC_VISIBILITY aclnnStatus aclnnCalculateMatmulWeightSize(const aclIntArray* tensorShape,
                                                               uint64_t* weightTensorSize);

// The same for any dtype of a weight. Neither pointer may be null (161001).
//
// tensorShape: as for aclnnCalculateMatmulWeightSize, but that no size is 0.
// dataType: ACL_FLOAT, ACL_FLOAT16, ACL_BF16 or ACL_INT8; others are refused (161002).
// weightTensorSize: as for aclnnCalculateMatmulWeightSize.
// Products: all but Ascend910 (361001).
ACL_FUNC_VISIBILITY aclnnStatus aclnnCalculateMatmulWeightSizeV2(const aclIntArray* tensorShape,
                                                                 aclDataType dataType,
                                                                 uint64_t* weightTensorSize);

// Checks the arguments and prepares a run. None may be null (161001).
//
// mmWeightRef: the weight, which stays as it is. FLOAT, FLOAT16, BFLOAT16 or INT8; rank 2 to 6.
// workspaceSize: receives the bytes of workspace to pass to aclnnTransMatmulWeight; currently 0.
// executor: receives the executor.
//
// Special values. They stay.
// Accuracy: no element changes.
// Products: all but Ascend910.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTransMatmulWeightGetWorkspaceSize(aclTensor* mmWeightRef,
                                                                       uint64_t* workspaceSize,
                                                                       aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTransMatmulWeight(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_TRANS_MATMUL_WEIGHT_H_
