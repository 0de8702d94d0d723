#include "aclnnop/aclnn_hardtanh_backward.h"

#include "engine/operator.h"
#include "ops/activation/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/hardtanh_backward.cc"
#include "hwy/foreach_target.h"

#include "cpu/loops-inl.h"
#include "ops/activation/hardtanh_backward-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* HardtanhBackwardKernel() { return ElementwiseKernel<HardtanhBackward>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(HardtanhBackwardKernel);
constexpr Kernels kKernels = {[] { return HWY_DYNAMIC_DISPATCH(HardtanhBackwardKernel)(); }};

}  // namespace

constexpr OpSpec kHardtanhBackwardSpec = Resolved({
    .name = "aclnnHardtanhBackward",
    .formula = "out = self <= min or self >= max ? 0 : gradOutput",
    .arguments = {Input("gradOutput"), Input("self"), ScalarInput("min"), ScalarInput("max"),
                  Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), SameDtype("gradOutput", "self"), MaxRank(8),
              SameShape("gradOutput", "self"), SameDtype("out", "self"), SameShape("out", "self")},
    .products = Products(Product::kAscend310P, Product::kAscend910, Product::kAscend910B,
                         Product::kAscend910_93, Product::kAscend950),
    .operands = {"gradOutput", "self"},
    .results = {"out"},
});

}  // namespace openaclnn

aclnnStatus aclnnHardtanhBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                  const aclTensor* self, const aclScalar* min,
                                                  const aclScalar* max, aclTensor* out,
                                                  uint64_t* workspaceSize,
                                                  aclOpExecutor** executor) {
  return openaclnn::PlanOperator(openaclnn::kHardtanhBackwardSpec, openaclnn::kKernels,
                                 {gradOutput, self, min, max, out}, workspaceSize, executor);
}

aclnnStatus aclnnHardtanhBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream) {
  return openaclnn::RunOperator(openaclnn::kHardtanhBackwardSpec, workspace, workspaceSize,
                                executor, stream);
}

#endif  // HWY_ONCE
