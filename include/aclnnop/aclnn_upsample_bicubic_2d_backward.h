// aclnnUpsampleBicubic2dBackward: the gradient of aclnnUpsampleBicubic2d.
//
//   gradInput = the sum of gradOut where an element is taken, times its weights
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_BACKWARD_H_
#define OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_BACKWARD_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// gradOut: the gradients by the results of aclnnUpsampleBicubic2d. kFloatDtypes. Its shape is
//   inputSize with outputSize in space.
// outputSize: the sizes in space that the tensor was given: height and width, above 0.
// inputSize: the shape of the tensor, [N, C, H, W].
// alignCorners: whether the first and the last places of an axis are those of the input.
// scalesH: how many times as long the height becomes; 0 or less: as the sizes say.
// scalesW: how many times as long the width becomes; 0 or less: as the sizes say.
// gradInput: receives the gradients. Same dtype as gradOut; its shape is inputSize.
// workspaceSize: receives the bytes of workspace to pass to aclnnUpsampleBicubic2dBackward; 0 where
//   tensors lie as they are computed.
// executor: receives the executor.
//
// Places are those of aclnnUpsampleBilinear2d, but they may be before the first element. Each is
// made of four elements along an axis by cubic convolution with the slope -3/4; elements beyond the
// ends are copies of those there. Special values. A sum with inf or NaN is what IEEE arithmetic
// says. Order of sums: along depth and height first, then along the width, in double. Weights are
// in double. Accuracy: sums are in double and rounded once. Products: Ascend910, Ascend910B,
// Ascend910_93, Ascend950.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUpsampleBicubic2dBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize,
    const bool alignCorners, double scalesH, double scalesW, aclTensor* gradInput,
    uint64_t* workspaceSize, aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnUpsampleBicubic2dBackward(void* workspace,
                                                               uint64_t workspaceSize,
                                                               aclOpExecutor* executor,
                                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_BACKWARD_H_
