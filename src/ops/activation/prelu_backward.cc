#include "aclnnop/aclnn_prelu_backward.h"

#include "engine/operator.h"
#include "ops/activation/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/prelu_backward.cc"
#include "hwy/foreach_target.h"

#include "cpu/loops-inl.h"
#include "ops/activation/prelu_backward-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* PreluBackwardKernel() { return SumKernel<PreluBackward>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(PreluBackwardKernel);
constexpr Kernels kKernels = {[] { return HWY_DYNAMIC_DISPATCH(PreluBackwardKernel)(); }};

}  // namespace

constexpr OpSpec kPreluBackwardSpec = Resolved({
    .name = "aclnnPreluBackward",
    .formula = "gradInput = self > 0 ? gradOutput : weight * gradOutput; gradWeight = sum of (self "
               "> 0 ? 0 : self * gradOutput)",
    .arguments = {Input("gradOutput"), Input("self"), Input("weight"), Output("gradInput"),
                  Output("gradWeight")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("gradOutput", "self"),
              SameDtype("weight", "self"), SameDtype("gradInput", "self"),
              SameDtype("gradWeight", "self"), MaxRank(8), SameShape("gradInput", "self"),
              ChannelWeight("weight", "self", "gradWeight"), BroadcastsTo("gradOutput", "self")},
    .products = Products(Product::kAscend910, Product::kAscend910B, Product::kAscend910_93,
                         Product::kAscend950),
    .operands = {"gradOutput", "self", "weight"},
    .results = {"gradInput"},
    .channel_operand = "weight",
    .channel_sums = "gradWeight",
});

}  // namespace openaclnn

aclnnStatus aclnnPreluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                               const aclTensor* weight, aclTensor* gradInput,
                                               aclTensor* gradWeight, uint64_t* workspaceSize,
                                               aclOpExecutor** executor) {
  return openaclnn::PlanOperator(openaclnn::kPreluBackwardSpec, openaclnn::kKernels,
                                 {gradOutput, self, weight, gradInput, gradWeight}, workspaceSize,
                                 executor);
}

aclnnStatus aclnnPreluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream) {
  return openaclnn::RunOperator(openaclnn::kPreluBackwardSpec, workspace, workspaceSize, executor,
                                stream);
}

#endif  // HWY_ONCE
