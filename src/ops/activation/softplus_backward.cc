#include "aclnnop/aclnn_softplus_backward.h"

#include "engine/operator.h"
#include "ops/activation/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/softplus_backward.cc"
#include "hwy/foreach_target.h"

#include "cpu/loops-inl.h"
#include "ops/activation/softplus_backward-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SoftplusBackwardKernel() {
  return ElementwiseKernel<SoftplusBackward, /*kDouble=*/true>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(SoftplusBackwardKernel);
constexpr Kernels kKernels = {[] { return HWY_DYNAMIC_DISPATCH(SoftplusBackwardKernel)(); }};

constexpr DtypeSet kGradDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BF16};
constexpr DtypeSet kSelfDtypes{ACL_INT8, ACL_INT16,   ACL_INT32, ACL_INT64,  ACL_UINT8,
                               ACL_BOOL, ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_BF16};

}  // namespace

constexpr OpSpec kSoftplusBackwardSpec = Resolved({
    .name = "aclnnSoftplusBackward",
    .formula =
        "gradInput = beta * self > threshold ? gradOutput : gradOutput * sigmoid(beta * self)",
    .arguments = {Input("gradOutput"), Input("self"), ScalarInput("beta"), ScalarInput("threshold"),
                  Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kGradDtypes), DtypeIn("gradInput", kGradDtypes),
              DtypeIn("self", kSelfDtypes), MaxRank(8), SameShape("gradOutput", "self"),
              SameShape("gradInput", "self")},
    .products = Products(Product::kAscend910, Product::kAscend910B, Product::kAscend910_93,
                         Product::kAscend950),
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
});

}  // namespace openaclnn

aclnnStatus aclnnSoftplusBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                  const aclTensor* self, const aclScalar* beta,
                                                  const aclScalar* threshold, aclTensor* gradInput,
                                                  uint64_t* workspaceSize,
                                                  aclOpExecutor** executor) {
  return openaclnn::PlanOperator(openaclnn::kSoftplusBackwardSpec, openaclnn::kKernels,
                                 {gradOutput, self, beta, threshold, gradInput}, workspaceSize,
                                 executor);
}

aclnnStatus aclnnSoftplusBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream) {
  return openaclnn::RunOperator(openaclnn::kSoftplusBackwardSpec, workspace, workspaceSize,
                                executor, stream);
}

#endif  // HWY_ONCE
