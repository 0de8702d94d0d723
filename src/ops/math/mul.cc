#include "aclnnop/aclnn_mul.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/mul.cc"
#include "ops/loops-inl.h"

#include "ops/math/mul-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* MulKernel() { return ElementwiseKernel<Mul, Mul, Mul, Mul, Mul, Mul>(); }
const Kernel* MulsKernel() {
  return ElementwiseKernel<Muls<float>, UnlessShort<Muls<float>, OfBfloat16>, Muls<double>,
                           Muls<int64_t>, UnlessShort<Muls<float>, OfFloat16>, Muls<int32_t>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(MulKernel);
HWY_EXPORT(MulsKernel);

constexpr OpSpec kMulSpec = Resolved({
    .name = "aclnnMul",
    .formula = "out = self * other",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
              PromotesInto("self", "other", kRealDtypes), PromotedCastable("out", "self", "other"),
              DtypeIn("out", kRealDtypes), MaxRank(8), Broadcasts("self", "other"),
              BroadcastShape("out", "self", "other")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self", "other"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(MulKernel)},
    .wide_mixtures = true,
});

constexpr OpSpec kInplaceMulSpec = InPlace(kMulSpec, "aclnnInplaceMul");

constexpr OpSpec kMulsSpec = Resolved({
    .name = "aclnnMuls",
    .formula = "out = self * other",
    .arguments = {Input("self"), ScalarInput("other"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), PromotesInto("self", "other", kRealDtypes),
              PromotedCastable("out", "self", "other"), DtypeIn("out", kRealDtypes), MaxRank(8),
              SameShape("out", "self")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(MulsKernel)},
    .wide_mixtures = true,
});

constexpr OpSpec kInplaceMulsSpec = InPlace(kMulsSpec, "aclnnInplaceMuls");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Mul, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceMul, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(Muls, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceMuls, aclTensor*, const aclScalar*);

#endif  // HWY_ONCE
