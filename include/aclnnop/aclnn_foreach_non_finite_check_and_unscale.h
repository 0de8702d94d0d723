// aclnnForeachNonFiniteCheckAndUnscale: tells whether gradients are finite, and takes the scale of
// the loss off them, in place.
//
//   foundInf = 1 if an element of scaledGrads is infinite or NaN, else as it is
//   scaledGrads[i] = scaledGrads[i] * invScale
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H_
#define OPENACLNN_ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null, and no tensor of the list (161001).
//
// scaledGrads: the gradients, which the products replace. At most 256 tensors; FLOAT16, BFLOAT16 or
//   FLOAT, all of one dtype; rank at most 8.
// foundInf: what was found before, and now. FLOAT, of one element.
// invScale: the factor. FLOAT, of one element, which is read when the stream runs the operator.
// workspaceSize: receives the bytes of workspace to pass to aclnnForeachNonFiniteCheckAndUnscale.
// executor: receives the executor.
//
// Special values. The check is of the gradients before they are multiplied. With a list without
// elements nothing is written.
// Accuracy: each product is rounded once.
// Products: Ascend310P, Ascend910B, Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachNonFiniteCheckAndUnscaleGetWorkspaceSize(
    const aclTensorList* scaledGrads, const aclTensor* foundInf, const aclTensor* invScale,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnForeachNonFiniteCheckAndUnscale(void* workspace,
                                                                     uint64_t workspaceSize,
                                                                     aclOpExecutor* executor,
                                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H_
