#include "aclnnop/aclnn_logit_grad.h"

#include "engine/operator.h"
#include "ops/activation/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/logit_grad.cc"
#include "hwy/foreach_target.h"

#include "cpu/loops-inl.h"
#include "ops/activation/logit_grad-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LogitGradKernel() { return ElementwiseKernel<LogitGrad>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(LogitGradKernel);
constexpr Kernels kKernels = {[] { return HWY_DYNAMIC_DISPATCH(LogitGradKernel)(); }};

}  // namespace

constexpr OpSpec kLogitGradSpec = Resolved({
    .name = "aclnnLogitGrad",
    .formula = "out = dy / (x * (1 - x)) where x is in [eps, 1 - eps]",
    .arguments = {Input("x"), Input("dy"), DoubleInput("eps"), Output("out")},
    .rules = {DtypeIn("x", kFloatDtypes), SameDtype("dy", "x"), SameDtype("out", "x"), MaxRank(8),
              SameShape("dy", "x"), SameShape("out", "x")},
    .products = Products(Product::kAscend910B, Product::kAscend910_93, Product::kAscend950),
    .operands = {"dy", "x"},
    .results = {"out"},
});

}  // namespace openaclnn

aclnnStatus aclnnLogitGradGetWorkspaceSize(const aclTensor* x, const aclTensor* dy, double eps,
                                           const aclTensor* out, uint64_t* workspaceSize,
                                           aclOpExecutor** executor) {
  return openaclnn::PlanOperator(openaclnn::kLogitGradSpec, openaclnn::kKernels, {x, dy, eps, out},
                                 workspaceSize, executor);
}

aclnnStatus aclnnLogitGrad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                           aclrtStream stream) {
  return openaclnn::RunOperator(openaclnn::kLogitGradSpec, workspace, workspaceSize, executor,
                                stream);
}

#endif  // HWY_ONCE
