#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_rsub.h"
#include "aclnnop/aclnn_sub.h"

#include <algorithm>

#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* AddKernel();
const Kernel* AddOfComplexKernel();
const Kernel* AddsKernel();
const Kernel* AddsOfComplexKernel();
const Kernel* RsubsKernel();
const Kernel* RsubsOfComplexKernel();

namespace {

// Whether one of the first two arguments, which are added, is complex.
bool AreComplex(std::span<const Argument> arguments) {
  return std::ranges::any_of(arguments.first(2), [](const Argument& argument) {
    return IsComplex(argument.tensor != nullptr ? argument.tensor->dtype : argument.scalar->dtype);
  });
}

// The difference is a sum with the scalar `alpha` negated: one parameter, or two parts.
template <size_t alpha>
void Negate(std::span<const Argument> arguments, Params& params) {
  if (AreComplex(arguments)) {
    params.d[2 * alpha] = -params.d[2 * alpha];
    params.d[2 * alpha + 1] = -params.d[2 * alpha + 1];
    return;
  }
  params.f[alpha] = -params.f[alpha];
  params.d[alpha] = -params.d[alpha];
  params.i[alpha] = static_cast<int64_t>(-static_cast<uint64_t>(params.i[alpha]));
}

constexpr OpSpec OfTensors(std::string_view name, std::string_view formula) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input("other"), AnyScalarInput("alpha"), Output("out")},
      .rules = {DtypeIn("self", kComplexOrReal), DtypeIn("other", kComplexOrReal),
                PromotesInto("self", "other", kComplexOrReal),
                CastableToPromoted("alpha", "self", "other"),
                PromotedCastable("out", "self", "other"), DtypeIn("out", kComplexOrReal),
                MaxRank(8), Broadcasts("self", "other"), BroadcastShape("out", "self", "other")},
      .chips = kAllChips,
      .operands = {"self", "other"},
      .results = {"out"},
      .work = Elementwise({.kernels = {AddKernel, AddOfComplexKernel}, .wide_mixtures = true}),
  };
}

constexpr OpSpec OfScalar(std::string_view name, std::string_view formula) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), AnyScalarInput("other"), AnyScalarInput("alpha"), Output("out")},
      .rules = {DtypeIn("self", kComplexOrReal), PromotesInto("self", "other", kComplexOrReal),
                CastableToPromoted("alpha", "self", "other"),
                PromotedCastable("out", "self", "other"), DtypeIn("out", kComplexOrReal),
                MaxRank(8), SameShape("out", "self")},
      .chips = kAllChips,
      .operands = {"self"},
      .results = {"out"},
      .work = Elementwise({.kernels = {AddsKernel, AddsOfComplexKernel}, .wide_mixtures = true}),
  };
}

constexpr OpSpec With(OpSpec spec, void (*set_more_params)(std::span<const Argument>, Params&)) {
  spec.work.set_more_params = set_more_params;
  return spec;
}

constexpr std::string_view kSum = "out = self + alpha * other";
constexpr std::string_view kDifference = "out = self - alpha * other";

constexpr std::string_view kReversed = "out = other - alpha * self";
constexpr DtypeSet kNotBool = kFloatAndComplexDtypes | kIntegerDtypes;

}  // namespace

constexpr OpSpec kAddSpec = Resolved(OfTensors("aclnnAdd", kSum));
constexpr OpSpec kInplaceAddSpec = InPlace(kAddSpec, "aclnnInplaceAdd");
constexpr OpSpec kAddsSpec = Resolved(OfScalar("aclnnAdds", kSum));
constexpr OpSpec kInplaceAddsSpec = InPlace(kAddsSpec, "aclnnInplaceAdds");

constexpr OpSpec kSubSpec = Resolved(With(OfTensors("aclnnSub", kDifference), Negate<0>));
constexpr OpSpec kInplaceSubSpec = InPlace(kSubSpec, "aclnnInplaceSub");
constexpr OpSpec kSubsSpec = Resolved(With(OfScalar("aclnnSubs", kDifference), Negate<1>));
constexpr OpSpec kInplaceSubsSpec = InPlace(kSubsSpec, "aclnnInplaceSubs");

constexpr OpSpec kRsubSpec = Resolved({
    .name = "aclnnRsub",
    .formula = kReversed,
    .arguments = {Input("self"), Input("other"), AnyScalarInput("alpha"), Output("out")},
    .rules = {DtypeIn("self", kNotBool), DtypeIn("other", kNotBool),
              PromotesInto("self", "other", kNotBool), CastableToPromoted("alpha", "self", "other"),
              PromotedCastable("out", "self", "other"), DtypeIn("out", kNotBool), MaxRank(8),
              Broadcasts("self", "other"), BroadcastShape("out", "self", "other")},
    .chips = kAllBut310P,
    .operands = {"other", "self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {AddKernel, AddOfComplexKernel},
                         .set_more_params = Negate<0>,
                         .wide_mixtures = true}),
});

constexpr OpSpec kRsubsSpec = Resolved({
    .name = "aclnnRsubs",
    .formula = kReversed,
    .arguments = {Input("self"), AnyScalarInput("other"), AnyScalarInput("alpha"), Output("out")},
    .rules = {DtypeIn("self", kNotBool), PromotesInto("self", "other", kNotBool),
              CastableToPromoted("alpha", "self", "other"),
              PromotedCastable("out", "self", "other"), DtypeIn("out", kNotBool), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {RsubsKernel, RsubsOfComplexKernel},
                         .set_more_params = Negate<1>,
                         .wide_mixtures = true}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Add, const aclTensor*, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAdd, const aclTensor*, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(Adds, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAdds, const aclTensor*, const aclScalar*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(Sub, const aclTensor*, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSub, aclTensor*, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(Subs, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSubs, aclTensor*, const aclScalar*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(Rsub, const aclTensor*, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Rsubs, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);
