// aclnnTransQuantParamV3: scales and offsets of quantised products as words of 64 bits.
//
//   out = bits of scale, of which the last 13 become 0 | round(offset) << 37 | 1 << 46
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V3_H_
#define OPENACLNN_ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V3_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null except offset (161001).
//
// scale: what results are multiplied by, [n] or [1, n]; without offset any matrix. FLOAT; not
//   empty. Its bits become the low 32 of a word.
// offset: what is added to results of INT8, [n] or [1, n], or one element; null means none. FLOAT;
//   not empty. It is rounded to the nearest integer, of a tie to the even one, from -256 to 255.
//   Nine bits of it become bits 37 to 45 of a word.
// roundMode: how a scale loses its 13 low bits: 0 they are cut off, as in aclnnTransQuantParamV2; 1
//   it is rounded to the nearest, of a tie to the even one, and subnormal numbers become 0.
// out: receives the words. UINT64 or INT64. The shape of scale, or [n] if that has one axis and
//   offset more elements. Shares no memory with inputs.
// workspaceSize: receives the bytes of workspace to pass to aclnnTransQuantParamV3; currently 0.
// executor: receives the executor.
//
// Special values. An offset that is NaN counts as 0. inf and NaN of scale are cut as their bits
// are. Accuracy: exact, bit by bit. Products: all except for Atlas training products (Ascend 910).
ACL_FUNC_VISIBILITY aclnnStatus aclnnTransQuantParamV3GetWorkspaceSize(
    const aclTensor* scale, const aclTensor* offset, int64_t roundMode, const aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnTransQuantParamV3(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor,
                                                       const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V3_H_
