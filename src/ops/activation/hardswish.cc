#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_hardswish_backward_v2.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* HardswishKernel();
const Kernel* HardswishBackwardKernel();
const Kernel* HardswishBackwardV2Kernel();

constexpr OpSpec kHardswishSpec = Resolved({
    .name = "aclnnHardswish",
    .formula = "out = self >= 3 ? self : self <= -3 ? +0 : self * (self + 3) / 6",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes),
              SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {HardswishKernel}}),
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
      .chips = kAllBut310P,
      .operands = {"gradOutput", "self"},
      .results = {"out"},
      .work = Elementwise({.kernels = kernels}),
  });
}

}  // namespace

constexpr OpSpec kHardswishBackwardSpec =
    BackwardSpec("aclnnHardswishBackward",
                 "out = self < -3 ? +0 : self > 3 ? gradOutput : gradOutput * (2 * self + 3) / 6",
                 {HardswishBackwardKernel});

constexpr OpSpec kHardswishBackwardV2Spec =
    BackwardSpec("aclnnHardswishBackwardV2",
                 "out = self <= -3 ? +0 : self >= 3 ? gradOutput : gradOutput * (2 * self + 3) / 6",
                 {HardswishBackwardV2Kernel});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Hardswish, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceHardswish, const aclTensor*);
OPENACLNN_C_FUNCTIONS(HardswishBackward, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(HardswishBackwardV2, const aclTensor*, const aclTensor*, aclTensor*);
