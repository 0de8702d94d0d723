#include "aclnnop/aclnn_maximum.h"
#include "aclnnop/aclnn_minimum.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/maximum.cc"
#include "ops/loops-inl.h"

#include "ops/math/maximum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* MaximumKernel() {
  return ElementwiseKernel<Maximum, MaximumOfHalves<Bfloat16Bits>, Maximum, MaximumOfIntegers,
                           MaximumOfHalves<Float16Bits>>();
}
const Kernel* MinimumKernel() {
  return ElementwiseKernel<Minimum, MinimumOfHalves<Bfloat16Bits>, Minimum, MinimumOfIntegers,
                           MinimumOfHalves<Float16Bits>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(MaximumKernel);
HWY_EXPORT(MinimumKernel);

namespace {

constexpr OpSpec OfTwo(std::string_view name, std::string_view formula, Kernels kernels) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input("other"), Output("out")},
      .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
                DtypeIn("out", kRealDtypes), PromotesInto("self", "other", kRealDtypes),
                PromotedCastable("out", "self", "other"), MaxRank(8), Broadcasts("self", "other"),
                BroadcastShape("out", "self", "other")},
      .products = kAllProducts,
      .kind = &kElementwise,
      .operands = {"self", "other"},
      .results = {"out"},
      .kernels = kernels,
      .comparison = Comparison::kChooses,
  };
}

}  // namespace

constexpr OpSpec kMaximumSpec =
    Resolved(OfTwo("aclnnMaximum", "out = max(self, other)", {OPENACLNN_KERNEL(MaximumKernel)}));
constexpr OpSpec kMinimumSpec =
    Resolved(OfTwo("aclnnMinimum", "out = min(self, other)", {OPENACLNN_KERNEL(MinimumKernel)}));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Maximum, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Minimum, const aclTensor*, const aclTensor*, aclTensor*);

#endif  // HWY_ONCE
