#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/binary_cross_entropy.cc"
#include "ops/loops-inl.h"

#include "ops/activation/binary_cross_entropy-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class Formula, class InBfloat16 = Formula, class InFloat16 = Formula>
const Kernel* KernelOf() {
  return ElementwiseKernel<Formula, InBfloat16, Formula, void, InFloat16>();
}

const Kernel* TargetBackwardKernel() {
  return KernelOf<TargetBackward, TargetBackwardOfHalves<TargetBackwardOfBfloat16>,
                  TargetBackwardOfHalves<TargetBackwardOfFloat16>>();
}
const Kernel* TargetBackwardWithPosWeightKernel() {
  return KernelOf<TargetBackwardWithPosWeight>();
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(TargetBackwardKernel);
HWY_EXPORT(TargetBackwardWithPosWeightKernel);

constexpr OpSpec kBinaryCrossEntropyWithLogitsTargetBackwardSpec = Resolved({
    .name = "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
    .formula = "gradTarget = gradOutput * weight * (log_sigmoid(-self) - posWeight * "
               "log_sigmoid(self)) / count",
    .arguments = {Input("gradOutput"), Input("self"), Input("target"),
                  OptionalInput("weightOptional", 1), OptionalInput("posWeightOptional", 1),
                  IntInput("reduction"), Output("gradTarget")},
    .rules = {MaxRank(8), DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("target", kFloatDtypes), DtypeIn("weightOptional", kFloatDtypes),
              DtypeIn("posWeightOptional", kFloatDtypes), SameDtype("gradTarget", "target"),
              SameFormat("target", "self"), SameFormat("gradTarget", "self"),
              SameShape("target", "self"), SameShape("gradTarget", "self"),
              BroadcastsTo("gradOutput", "self"), BroadcastsTo("weightOptional", "self"),
              BroadcastsTo("posWeightOptional", "self"), IntIn("reduction", 0, kMean, 2)},
    .products = Products(Product::kAscend910B, Product::kAscend910_93),
    .kind = &kElementwise,
    .operands = {"gradOutput", "self", "weightOptional", "posWeightOptional"},
    .results = {"gradTarget"},
    .kernels = {OPENACLNN_KERNEL(TargetBackwardKernel),
                OPENACLNN_KERNEL(TargetBackwardWithPosWeightKernel)},
    .chooses = "posWeightOptional",
    .reduction = "reduction",
    .wide_mixtures = true,
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(BinaryCrossEntropyWithLogitsTargetBackward, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      int64_t, aclTensor*);

#endif  // HWY_ONCE
