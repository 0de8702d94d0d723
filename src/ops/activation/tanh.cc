#include "aclnnop/aclnn_tanh.h"
#include "aclnnop/aclnn_tanh_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/tanh.cc"
#include "ops/loops-inl.h"

#include "ops/activation/tanh-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* TanhKernel() { return ElementwiseKernel<Tanh>(); }
const Kernel* TanhBackwardKernel() {
  return ElementwiseKernel<TanhBackward, TanhBackwardOfBfloat16, TanhBackwardOfDoubles, void,
                           TanhBackwardOfFloat16>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(TanhKernel);
HWY_EXPORT(TanhBackwardKernel);

constexpr OpSpec kTanhSpec = Resolved({
    .name = "aclnnTanh",
    .formula = "out = tanh(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL)),
              DtypeIn("out", kFloatDtypes), MaxRank(8), SameShape("out", "self")},
    .products = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(TanhKernel)},
});

constexpr OpSpec kInplaceTanhSpec = InPlace(kTanhSpec, "aclnnInplaceTanh");

constexpr OpSpec kTanhBackwardSpec = Resolved({
    .name = "aclnnTanhBackward",
    .formula = "gradInput = gradOutput * (1 - output * output)",
    .arguments = {Input("gradOutput"), Input("output"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatAndDoubleDtypes), SameDtype("output", "gradOutput"),
              SameDtype("gradInput", "gradOutput"), MaxRank(8), Broadcasts("gradOutput", "output"),
              BroadcastShape("gradInput", "gradOutput", "output")},
    .products = kAllProducts,
    .operands = {"gradOutput", "output"},
    .results = {"gradInput"},
    .kernels = {OPENACLNN_KERNEL(TanhBackwardKernel)},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Tanh, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceTanh, aclTensor*);
OPENACLNN_C_FUNCTIONS(TanhBackward, const aclTensor*, const aclTensor*, aclTensor*);

#endif  // HWY_ONCE
