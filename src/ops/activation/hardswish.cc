#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_hardswish_backward_v2.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/hardswish.cc"
#include "ops/loops-inl.h"

#include "ops/activation/hardswish-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <HardswishEnds ends>
const Kernel* BackwardKernel() {
  return ElementwiseKernel<HardswishBackward<ends>, HardswishBackwardOfBfloat16<ends>, void, void,
                           HardswishBackwardOfFloat16<ends>>();
}

const Kernel* HardswishKernel() { return ElementwiseKernel<Hardswish, HardswishOfHalves>(); }
const Kernel* HardswishBackwardKernel() { return BackwardKernel<HardswishEnds::kInner>(); }
const Kernel* HardswishBackwardV2Kernel() { return BackwardKernel<HardswishEnds::kOuter>(); }

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(HardswishKernel);
HWY_EXPORT(HardswishBackwardKernel);
HWY_EXPORT(HardswishBackwardV2Kernel);

constexpr OpSpec kHardswishSpec = Resolved({
    .name = "aclnnHardswish",
    .formula = "out = self >= 3 ? self : self <= -3 ? +0 : self * (self + 3) / 6",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes),
              SameShape("out", "self")},
    .products = kAllBut310P,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(HardswishKernel)},
});

constexpr OpSpec kInplaceHardswishSpec = InPlace(kHardswishSpec, "aclnnInplaceHardswish", "self");

namespace {

consteval OpSpec BackwardSpec(std::string_view name, std::string_view formula, Kernels kernels) {
  return Resolved({
      .name = name,
      .formula = formula,
      .arguments = {Input("gradOutput"), Input("self"), Output("out")},
      .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("gradOutput", kFloatDtypes),
                SameDtype("gradOutput", "self"), SameDtype("out", "self"), MaxRank(8),
                SameShape("gradOutput", "self"), SameShape("out", "self")},
      .products = kAllBut310P,
      .kind = &kElementwise,
      .operands = {"gradOutput", "self"},
      .results = {"out"},
      .kernels = kernels,
  });
}

}  // namespace

constexpr OpSpec kHardswishBackwardSpec =
    BackwardSpec("aclnnHardswishBackward",
                 "out = self < -3 ? +0 : self > 3 ? gradOutput : gradOutput * (2 * self + 3) / 6",
                 {OPENACLNN_KERNEL(HardswishBackwardKernel)});

constexpr OpSpec kHardswishBackwardV2Spec =
    BackwardSpec("aclnnHardswishBackwardV2",
                 "out = self <= -3 ? +0 : self >= 3 ? gradOutput : gradOutput * (2 * self + 3) / 6",
                 {OPENACLNN_KERNEL(HardswishBackwardV2Kernel)});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Hardswish, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceHardswish, const aclTensor*);
OPENACLNN_C_FUNCTIONS(HardswishBackward, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(HardswishBackwardV2, const aclTensor*, const aclTensor*, aclTensor*);

#endif  // HWY_ONCE
