// aclnnConvertWeightToINT4Pack: integers of four bits, one to an element, become packed ones, for
// products with quantised weights.
//
//   weightInt4Pack = the low four bits of the elements of weight
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CONVERT_WEIGHT_TO_INT4_PACK_H_
#define OPENACLNN_ACLNNOP_ACLNN_CONVERT_WEIGHT_TO_INT4_PACK_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// weight: integers from -8 to 7. INT32; 2 or 3 axes, with elements. FLOAT, which becomes
//   FLOAT4_E2M1 on Ascend950, is refused.
// weightInt4Pack: receives them, in the shape of weight. As INT4 it is contiguous, its last size is
//   even, and two elements are in a byte, the first in the low half. As INT32 it holds eight in an
//   element, the first in the lowest bits; its last size is an eighth of that of weight. It is
//   written in row-major order also where its format is FRACTAL_NZ.
// workspaceSize: receives the bytes of workspace to pass to aclnnConvertWeightToINT4Pack; 0.
// executor: receives the executor.
//
// Special values. A number outside -8 to 7 counts by its low four bits: 9 becomes -7.
// Accuracy: exact.
// Products: Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus
aclnnConvertWeightToINT4PackGetWorkspaceSize(const aclTensor* weight, aclTensor* weightInt4Pack,
                                             uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run. The weight has to live until that is done, as with all operators.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConvertWeightToINT4Pack(void* workspace,
                                                             uint64_t workspaceSize,
                                                             aclOpExecutor* executor,
                                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CONVERT_WEIGHT_TO_INT4_PACK_H_
