#include "aclnnop/aclnn_gelu_backward_v2.h"

#include "engine/operator.h"
#include "ops/activation/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/gelu_backward_v2.cc"
#include "hwy/foreach_target.h"

#include "cpu/loops-inl.h"
#include "ops/activation/gelu_backward_v2-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* GeluBackwardErfKernel() { return ElementwiseKernel<GeluBackwardErf>(); }
const Kernel* GeluBackwardTanhKernel() { return ElementwiseKernel<GeluBackwardTanh>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(GeluBackwardErfKernel);
HWY_EXPORT(GeluBackwardTanhKernel);
constexpr Kernels kKernels = {[] { return HWY_DYNAMIC_DISPATCH(GeluBackwardErfKernel)(); },
                              [] { return HWY_DYNAMIC_DISPATCH(GeluBackwardTanhKernel)(); }};

}  // namespace

constexpr OpSpec kGeluBackwardV2Spec = Resolved({
    .name = "aclnnGeluBackwardV2",
    .formula = "gradInput = gradOutput * gelu'(self), gelu exact (none) or by tanh",
    .arguments = {Input("gradOutput"), Input("self"), TextInput("approximate"),
                  Output("gradInput")},
    .rules = {PromotesInto("gradOutput", "self", kFloatDtypes),
              PromotedDtype("gradInput", "gradOutput", "self"), Broadcasts("gradOutput", "self"),
              BroadcastShape("gradInput", "gradOutput", "self"),
              TextIn("approximate", "none", "tanh")},
    .products = Products(Product::kAscend310P, Product::kAscend910, Product::kAscend910B,
                         Product::kAscend910_93, Product::kAscend950),
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
});

}  // namespace openaclnn

aclnnStatus aclnnGeluBackwardV2GetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                char* approximate, aclTensor* gradInput,
                                                uint64_t* workspaceSize, aclOpExecutor** executor) {
  return openaclnn::PlanOperator(openaclnn::kGeluBackwardV2Spec, openaclnn::kKernels,
                                 {gradOutput, self, approximate, gradInput}, workspaceSize,
                                 executor);
}

aclnnStatus aclnnGeluBackwardV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                const aclrtStream stream) {
  return openaclnn::RunOperator(openaclnn::kGeluBackwardV2Spec, workspace, workspaceSize, executor,
                                stream);
}

#endif  // HWY_ONCE
