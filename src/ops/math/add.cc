#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_sub.h"

#include "engine/in_place.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/add.cc"
#include "hwy/foreach_target.h"

#include "cpu/loops-inl.h"
#include "ops/math/add-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* AddKernel() {
  return ElementwiseKernel<Add<float>, Add<float>, Add<double>, Add<int64_t>>();
}
const Kernel* AddsKernel() {
  return ElementwiseKernel<Adds<float>, Adds<float>, Adds<double>, Adds<int64_t>>();
}
const Kernel* SubKernel() {
  return ElementwiseKernel<Sub<float>, Sub<float>, Sub<double>, Sub<int64_t>>();
}
const Kernel* SubsKernel() {
  return ElementwiseKernel<Subs<float>, Subs<float>, Subs<double>, Subs<int64_t>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(AddKernel);
HWY_EXPORT(AddsKernel);
HWY_EXPORT(SubKernel);
HWY_EXPORT(SubsKernel);

namespace {

constexpr OpSpec OfTensors(std::string_view name, std::string_view formula, Kernels::Get kernel) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input("other"), ScalarInput("alpha"), Output("out")},
      .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
                PromotesInto("self", "other", kRealDtypes),
                CastableToPromoted("alpha", "self", "other"),
                PromotedCastable("out", "self", "other"), DtypeIn("out", kRealDtypes), MaxRank(8),
                Broadcasts("self", "other"), BroadcastShape("out", "self", "other")},
      .products = kAllProducts,
      .operands = {"self", "other"},
      .results = {"out"},
      .kernels = {kernel},
      .wide_mixtures = true,
  };
}

constexpr OpSpec OfScalar(std::string_view name, std::string_view formula, Kernels::Get kernel) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), ScalarInput("other"), ScalarInput("alpha"), Output("out")},
      .rules = {DtypeIn("self", kRealDtypes), PromotesInto("self", "other", kRealDtypes),
                CastableToPromoted("alpha", "self", "other"),
                PromotedCastable("out", "self", "other"), DtypeIn("out", kRealDtypes), MaxRank(8),
                SameShape("out", "self")},
      .products = kAllProducts,
      .operands = {"self"},
      .results = {"out"},
      .kernels = {kernel},
      .wide_mixtures = true,
  };
}

}  // namespace

constexpr OpSpec kAddSpec = Resolved(
    OfTensors("aclnnAdd", "out = self + alpha * other", OPENACLNN_KERNEL(AddKernel)));
constexpr OpSpec kInplaceAddSpec = InPlace(kAddSpec, "aclnnInplaceAdd");
constexpr OpSpec kAddsSpec =
    Resolved(OfScalar("aclnnAdds", "out = self + alpha * other", OPENACLNN_KERNEL(AddsKernel)));
constexpr OpSpec kInplaceAddsSpec = InPlace(kAddsSpec, "aclnnInplaceAdds");

constexpr OpSpec kSubSpec = Resolved(
    OfTensors("aclnnSub", "out = self - alpha * other", OPENACLNN_KERNEL(SubKernel)));
constexpr OpSpec kInplaceSubSpec = InPlace(kSubSpec, "aclnnInplaceSub");
constexpr OpSpec kSubsSpec =
    Resolved(OfScalar("aclnnSubs", "out = self - alpha * other", OPENACLNN_KERNEL(SubsKernel)));
constexpr OpSpec kInplaceSubsSpec = InPlace(kSubsSpec, "aclnnInplaceSubs");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Add, const aclTensor*, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAdd, const aclTensor*, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(Adds, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAdds, const aclTensor*, const aclScalar*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(Sub, const aclTensor*, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSub, aclTensor*, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(Subs, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSubs, aclTensor*, const aclScalar*, const aclScalar*);

#endif  // HWY_ONCE
