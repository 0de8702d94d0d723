#include "aclnnop/aclnn_leaky_relu.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/leaky_relu.cc"
#include "ops/loops-inl.h"

#include "ops/activation/leaky_relu-inl.h"
#include "ops/near_ties-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LeakyReluKernel() {
  return ElementwiseKernel<LeakyRelu<float>, OfBfloat16<LeakyRelu<float>>, LeakyRelu<double>, void,
                           OfFloat16<LeakyRelu<float>>>();
}
// FLOAT16 is rounded from floats; near-ties are rare enough.
const Kernel* LeakyReluBackwardKernel() {
  return ElementwiseKernel<LeakyReluBackward<float>, OfBfloat16<LeakyReluBackward<float>>,
                           LeakyReluBackward<double>, void, LeakyReluBackward<float>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LeakyReluKernel);
HWY_EXPORT(LeakyReluBackwardKernel);

namespace {

constexpr DtypeSet kGradDtypes = kFloatAndDoubleDtypes | kComplexDtypes;

}  // namespace

constexpr OpSpec kLeakyReluSpec = Resolved({
    .name = "aclnnLeakyRelu",
    .formula = "out = self > 0 ? self : negativeSlope * self",
    .arguments = {Input("self"), ScalarInput("negativeSlope"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              MaxRank(8), SameShape("out", "self")},
    .products = kAllBut310P,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(LeakyReluKernel)},
});

constexpr OpSpec kInplaceLeakyReluSpec = InPlace(kLeakyReluSpec, "aclnnInplaceLeakyRelu");

constexpr OpSpec kLeakyReluBackwardSpec = Resolved({
    .name = "aclnnLeakyReluBackward",
    .formula = "out = self > 0 ? gradOutput : negativeSlope * gradOutput",
    .arguments = {Input("gradOutput"), Input("self"), ScalarInput("negativeSlope"),
                  BoolInput("selfIsResult"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatAndDoubleDtypes), DtypeIn("self", kFloatAndDoubleDtypes),
              MaxRank(8), Broadcasts("gradOutput", "self"),
              BroadcastShape("out", "gradOutput", "self"),
              NotNegativeIf("negativeSlope", "selfIsResult"), DtypeIn("out", kGradDtypes)},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"gradOutput", "self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(LeakyReluBackwardKernel)},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LeakyRelu, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLeakyRelu, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(LeakyReluBackward, const aclTensor*, const aclTensor*, const aclScalar*, bool,
                      aclTensor*);

#endif  // HWY_ONCE
