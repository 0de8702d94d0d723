#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_sin.h"

#include "engine/in_place.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/sin.cc"
#include "hwy/foreach_target.h"

#include "cpu/loops-inl.h"
#include "ops/math/sin-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SinKernel() { return ElementwiseKernel<Sin, Sin, SinOfDoubles>(); }
const Kernel* CosKernel() { return ElementwiseKernel<Cos, Cos, CosOfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SinKernel);
HWY_EXPORT(CosKernel);

constexpr OpSpec kSinSpec = Resolved({
    .name = "aclnnSin",
    .formula = "out = sin(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self")},
    .products = kAllProducts,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(SinKernel)},
    .wide_integers = true,
});

constexpr OpSpec kInplaceSinSpec = InPlace(kSinSpec, "aclnnInplaceSin");

constexpr OpSpec kCosSpec = Resolved({
    .name = "aclnnCos",
    .formula = "out = cos(input)",
    .arguments = {Input("input"), Output("out")},
    .rules = {DtypeIn("input", kRealDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "input")},
    .products = kAllProducts,
    .operands = {"input"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(CosKernel)},
    .wide_integers = true,
});

constexpr OpSpec kInplaceCosSpec = InPlace(kCosSpec, "aclnnInplaceCos", "inputRef");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sin, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSin, aclTensor*);
OPENACLNN_C_FUNCTIONS(Cos, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceCos, aclTensor*);

#endif  // HWY_ONCE
