#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_sigmoid_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/sigmoid.cc"
#include "ops/loops-inl.h"

#include "ops/activation/sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SigmoidKernel() {
  // FLOAT16 is rounded from floats; near-ties are rare enough.
  return ElementwiseKernel<Sigmoid, Sigmoid, SigmoidOfDoubles>();
}
const Kernel* SigmoidBackwardKernel() {
  return ElementwiseKernel<SigmoidBackward, SigmoidBackwardOfBfloat16, SigmoidBackwardOfDoubles,
                           void, SigmoidBackwardOfFloat16>();
}
const Kernel* SigmoidBackwardOfComplexKernel() { return ComplexKernel<SigmoidBackwardOfComplex>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SigmoidKernel);
HWY_EXPORT(SigmoidBackwardKernel);
HWY_EXPORT(SigmoidBackwardOfComplexKernel);

namespace {

constexpr DtypeSet kSigmoidDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);
constexpr DtypeSet kGradDtypes = kFloatAndDoubleDtypes | kComplexDtypes;

}  // namespace

constexpr OpSpec kSigmoidSpec = Resolved({
    .name = "aclnnSigmoid",
    .formula = "out = 1 / (1 + exp(-self))",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kSigmoidDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              SameShape("out", "self"), MaxRank(8)},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(SigmoidKernel)},
    .wide_integers = true,
});

constexpr OpSpec kInplaceSigmoidSpec = InPlace(kSigmoidSpec, "aclnnInplaceSigmoid");

constexpr OpSpec kSigmoidBackwardSpec = Resolved({
    .name = "aclnnSigmoidBackward",
    .formula = "gradInput = gradOutput * output * (1 - output)",
    .arguments = {Input("gradOutput"), Input("output"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kGradDtypes), DtypeIn("output", kGradDtypes),
              DtypeIn("gradInput", kGradDtypes), MaxRank(8),
              PromotedCastable("gradInput", "gradOutput", "output"),
              Broadcasts("gradOutput", "output"),
              BroadcastShape("gradInput", "gradOutput", "output")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"gradOutput", "output"},
    .results = {"gradInput"},
    .kernels = {OPENACLNN_KERNEL(SigmoidBackwardKernel),
                OPENACLNN_KERNEL(SigmoidBackwardOfComplexKernel)},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sigmoid, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSigmoid, aclTensor*);
OPENACLNN_C_FUNCTIONS(SigmoidBackward, const aclTensor*, const aclTensor*, aclTensor*);

#endif  // HWY_ONCE
