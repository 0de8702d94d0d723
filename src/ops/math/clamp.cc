#include "aclnnop/aclnn_clamp.h"

#include <algorithm>
#include <limits>
#include <span>

#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/clamped_shape.h"
#include "ops/math/family.h"
#include "tensor/bounds.h"

namespace openaclnn {

const Kernel* BetweenKernel();
const Kernel* ClampKernel();
const Kernel* MaximumKernel();
const Kernel* MinimumKernel();

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr DtypeSet kClampedDtypes = kFloatAndDoubleDtypes | kIntegerDtypes;

// A bound as the result has it: rounded once, of integers toward zero, and within their dtype.
void SetValue(const Scalar& bound, aclDataType dtype, size_t at, Params& params) {
  if (IsInteger(dtype)) {
    const auto [lowest, highest] = RangeOfIntegers(dtype);
    params.i[at] = std::clamp(Truncated(ExactOf(bound)), lowest, highest);
  } else {
    params.d[at] = RoundedTo(dtype, bound);
    params.f[at] = static_cast<float>(params.d[at]);
  }
}

void SetLow(const Scalar& bound, aclDataType dtype, Params& params) {
  const ExactNumber number = ExactOf(bound);
  params.f[0] = NotBelow<float>(number);
  params.d[0] = NotBelow<double>(number);
  SetValue(bound, dtype, 1, params);
  constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
  if (ExactNumber{-0x1p63} >= number) {
    params.i[1] = kLowest;  // which only itself becomes
  } else {
    const bool is_above_all = number > ExactNumber{0x1p63, -1};
    params.i[0] = is_above_all ? std::numeric_limits<int64_t>::max() : Ceil(number) - 1;
  }
}

void SetHigh(const Scalar& bound, aclDataType dtype, Params& params) {
  const ExactNumber number = ExactOf(bound);
  params.f[2] = NotAbove<float>(number);
  params.d[2] = NotAbove<double>(number);
  SetValue(bound, dtype, 3, params);
  constexpr int64_t kHighest = std::numeric_limits<int64_t>::max();
  if (number >= ExactNumber{0x1p63, -1}) {
    params.i[3] = kHighest;  // which only itself becomes
  } else {
    const bool is_below_all = ExactNumber{-0x1p63} > number;
    params.i[2] = is_below_all ? std::numeric_limits<int64_t>::min() : Floor(number) + 1;
  }
}

// Takes the bounds at two places among the arguments, or at one. In place the result is the first
// of them, else the last.
template <int min_at, int max_at>
void SetBounds(std::span<const Argument> arguments, Params& params) {
  const Scalar* const min = min_at < 0 ? nullptr : arguments[size_t(min_at)].scalar;
  const Scalar* const max = max_at < 0 ? nullptr : arguments[size_t(max_at)].scalar;
  const Tensor* const last = arguments.back().tensor;
  const aclDataType dtype = (last != nullptr ? last : arguments[0].tensor)->dtype;
  constexpr auto kFloat = std::numeric_limits<float>::infinity();
  using Integers = std::numeric_limits<int64_t>;
  params.f = {-kFloat, -kFloat, kFloat, kFloat};
  params.d = {-kInfinity, -kInfinity, kInfinity, kInfinity};
  params.i = {Integers::min(), Integers::min(), Integers::max(), Integers::max()};
  if (min != nullptr) SetLow(*min, dtype, params);
  if (max != nullptr) SetHigh(*max, dtype, params);
  // Everything is below the one or above the other, and becomes the other.
  if (min != nullptr && max != nullptr && ExactOf(*min) > ExactOf(*max)) {
    for (size_t at : {1, 3}) SetValue(*max, dtype, at, params);
  }
  // With bounds beyond all of int64_t its other end, too, is on the one side alone.
  if (params.i[0] == Integers::max()) params.i[3] = params.i[1];
  if (params.i[2] == Integers::min()) params.i[1] = params.i[3];
}

constexpr OpSpec ClampedBy(std::string_view name, std::string_view formula, std::string_view bound,
                           Chips chips, Kernels::Get kernel) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input(bound), Output("out")},
      .rules = {DtypeIn("self", kClampedDtypes), DtypeIn("out", kClampedDtypes),
                DtypeIn(bound, kRealDtypes), PromotesInto("self", bound, kClampedDtypes),
                PromotedCastable("out", "self", bound), MaxRank(8), Broadcasts("self", bound),
                BroadcastShape("out", "self", bound)},
      .chips = chips,
      .operands = {"self", bound},
      .results = {"out"},
      .work = Elementwise({.kernels = {kernel}, .comparison = Comparison::kChooses}),
  };
}

}  // namespace

constexpr OpSpec kClampSpec = Resolved({
    .name = "aclnnClamp",
    .formula =
        "out = self < clipValueMin ? clipValueMin : self > clipValueMax ? clipValueMax : self",
    .arguments = {Input("self"), OptionalScalar("clipValueMin", -kInfinity),
                  OptionalScalar("clipValueMax", kInfinity), Output("out")},
    .rules = {AnyGiven("clipValueMin", "clipValueMax"), DtypeIn("self", kClampedDtypes),
              DtypeIn("out", kClampedDtypes), Castable("self", "out"),
              NumberForIntegers("clipValueMin", "out"), NumberForIntegers("clipValueMax", "out"),
              SameShape("out", "self"), MaxRank(8)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {ClampKernel},
                         .set_more_params = SetBounds<1, 2>,
                         .comparison = Comparison::kChooses}),
});

constexpr OpSpec kClampMinSpec = Resolved({
    .name = "aclnnClampMin",
    .formula = "out = self < clipValueMin ? clipValueMin : self",
    .arguments = {Input("self"), ScalarInput("clipValueMin"), Output("out")},
    .rules = {DtypeIn("self", kClampedDtypes), DtypeIn("out", kClampedDtypes),
              Castable("self", "out"), NumberForIntegers("clipValueMin", "out"),
              SameShape("out", "self"), MaxRank(8)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {ClampKernel},
                         .set_more_params = SetBounds<1, -1>,
                         .comparison = Comparison::kChooses}),
});

constexpr OpSpec kClampMaxSpec = Resolved({
    .name = "aclnnClampMax",
    .formula = "out = self > clipValueMax ? clipValueMax : self",
    .arguments = {Input("self"), ScalarInput("clipValueMax"), Output("out")},
    .rules = {DtypeIn("self", kClampedDtypes), DtypeIn("out", kClampedDtypes),
              Castable("self", "out"), NumberForIntegers("clipValueMax", "out"),
              SameShape("out", "self"), MaxRank(8)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {ClampKernel},
                         .set_more_params = SetBounds<-1, 1>,
                         .comparison = Comparison::kChooses}),
});

constexpr OpSpec kInplaceClampMaxSpec = InPlace(kClampMaxSpec, "aclnnInplaceClampMax");

constexpr OpSpec kClampTensorSpec = Resolved({
    .name = "aclnnClampTensor",
    .formula = "out = min(max(self, clipValueMin), clipValueMax)",
    .arguments = {Input("self"), OptionalInput("clipValueMin", -kInfinity),
                  OptionalInput("clipValueMax", kInfinity), Output("out")},
    .rules = {AnyGiven("clipValueMin", "clipValueMax"), DtypeIn("self", kClampedDtypes),
              DtypeIn("out", kClampedDtypes), DtypeIn("clipValueMin", kRealDtypes),
              DtypeIn("clipValueMax", kRealDtypes), MaxRank(8),
              PromotesInto("self", "clipValueMin", "clipValueMax", kClampedDtypes),
              PromotesInto("self", "clipValueMin", kClampedDtypes),
              PromotesInto("self", "clipValueMax", kClampedDtypes),
              PromotedCastable("out", "self", "clipValueMin"),
              PromotedCastable("out", "self", "clipValueMax"),
              PromotedCastable("out", "self", "clipValueMin", "clipValueMax"),
              Broadcasts("self", "clipValueMin", "clipValueMax"),
              Broadcasts("self", "clipValueMin"), Broadcasts("self", "clipValueMax"),
              ClampedShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self", "clipValueMin", "clipValueMax"},
    .results = {"out"},
    .work = Elementwise({.kernels = {BetweenKernel}, .comparison = Comparison::kChooses}),
});

constexpr OpSpec kClampMinTensorSpec =
    Resolved(ClampedBy("aclnnClampMinTensor", "out = self < clipValueMin ? clipValueMin : self",
                       "clipValueMin", kAllBut310P, MaximumKernel));
constexpr OpSpec kInplaceClampMinTensorSpec =
    InPlace(kClampMinTensorSpec, "aclnnInplaceClampMinTensor");

constexpr OpSpec kClampMaxTensorSpec = Resolved(ClampedBy(
    "aclnnClampMaxTensor", "out = self > max ? max : self", "max", kAllChips, MinimumKernel));
constexpr OpSpec kInplaceClampMaxTensorSpec =
    InPlace(kClampMaxTensorSpec, "aclnnInplaceClampMaxTensor");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Clamp, const aclTensor*, const aclScalar*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ClampMin, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ClampMax, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceClampMax, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(ClampTensor, const aclTensor*, const aclTensor*, const aclTensor*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(ClampMinTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceClampMinTensor, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(ClampMaxTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceClampMaxTensor, aclTensor*, const aclTensor*);
