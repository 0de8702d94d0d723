// The prototypes of the operators as the vendor documents them. Declared once more after the
// headers: functions with C linkage cannot differ in their parameters, so a difference does not
// compile.
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_logit_grad.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "aclnnop/aclnn_softplus_backward.h"

extern "C" {

aclnnStatus aclnnHardtanhBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                  const aclTensor* self, const aclScalar* min,
                                                  const aclScalar* max, aclTensor* out,
                                                  uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
aclnnStatus aclnnHardtanhBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

aclnnStatus aclnnSoftplusBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                  const aclTensor* self, const aclScalar* beta,
                                                  const aclScalar* threshold, aclTensor* gradInput,
                                                  uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
aclnnStatus aclnnSoftplusBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

aclnnStatus aclnnPreluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                               const aclTensor* weight, aclTensor* gradInput,
                                               aclTensor* gradWeight, uint64_t* workspaceSize,
                                               aclOpExecutor** executor);
aclnnStatus aclnnPreluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

aclnnStatus aclnnGeluBackwardV2GetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                char* approximate, aclTensor* gradInput,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
aclnnStatus aclnnGeluBackwardV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                const aclrtStream stream);

aclnnStatus aclnnLogitGradGetWorkspaceSize(const aclTensor* x, const aclTensor* dy, double eps,
                                           const aclTensor* out, uint64_t* workspaceSize,
                                           aclOpExecutor** executor);
aclnnStatus aclnnLogitGrad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                           aclrtStream stream);

aclnnStatus aclnnCastGetWorkspaceSize(const aclTensor* self, const aclDataType dtype,
                                      aclTensor* out, uint64_t* workspaceSize,
                                      aclOpExecutor** executor);
aclnnStatus aclnnCast(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                      aclrtStream stream);

aclnnStatus aclnnInplaceCopyGetWorkspaceSize(aclTensor* selfRef, const aclTensor* src,
                                             uint64_t* workspaceSize, aclOpExecutor** executor);
aclnnStatus aclnnInplaceCopy(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             const aclrtStream stream);

}  // extern "C"
