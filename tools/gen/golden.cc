#include "tools/gen/golden.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "fmt/format.h"
#include "tests/oracle/fast.h"
#include "tests/oracle/format.h"

namespace openaclnn::gen {
namespace {

using oracle::Definition;
using oracle::Scalars;

struct Entry {
  std::string_view name;
  const Definition* definition;
  std::vector<double> (*kinks)(Scalars scalars);
  const Definition* definition_for_tanh = nullptr;  // where "tanh" or 1 chooses another
  bool has_unit_domain = false;
  // In place of `definition`, of operators that cut tensors in two or compute with rows.
  const oracle::HalvesDefinition* halves = nullptr;
  oracle::RowsDefinition rows = nullptr;
  bool rounds_number = false;  // to the dtype of the results
};

constexpr Entry OfHalves(std::string_view name, const oracle::HalvesDefinition& definition,
                         std::vector<double> (*kinks)(Scalars)) {
  return {.name = name, .definition = nullptr, .kinks = kinks, .halves = &definition};
}

std::vector<double> NoKinks(Scalars) { return {}; }

constexpr Entry OfRows(std::string_view name, oracle::RowsDefinition definition,
                       bool has_unit_domain = false) {
  return {.name = name,
          .definition = nullptr,
          .kinks = NoKinks,
          .has_unit_domain = has_unit_domain,
          .rows = definition};
}

std::vector<double> Zero(Scalars) { return {0}; }
std::vector<double> One(Scalars) { return {0, 1}; }
std::vector<double> SeluRoot(Scalars) { return {0, oracle::kSeluBackward.root}; }
std::vector<double> Bounds(Scalars s) { return {s.first, s.second}; }
std::vector<double> Three(Scalars) { return {-3, 3}; }
std::vector<double> BothSigns(Scalars s) { return {s.first, -s.first}; }
std::vector<double> Threshold(Scalars s) { return {s.second / s.first}; }
std::vector<double> GeluRoots(Scalars) { return {oracle::kGeluErfRoot, oracle::kGeluTanhRoot}; }
std::vector<double> MishRoot(Scalars) { return {oracle::kMishRoot}; }
std::vector<double> Ends(Scalars) { return {-1, 1}; }
std::vector<double> UnitEnds(Scalars) { return {0, 1}; }
std::vector<double> First(Scalars s) { return {s.first}; }
std::vector<double> SiluRoot(Scalars) { return {oracle::kSiluRoot}; }
std::vector<double> SwishRoot(Scalars s) { return {oracle::kSiluRoot / s.first}; }
std::vector<double> FastGeluRoot(Scalars) { return {oracle::kSiluRoot / 1.702}; }
std::vector<double> Domain(Scalars s) { return {s.first, 1 - s.first, 1.0}; }

constexpr Entry OfNumber(std::string_view name, const Definition& definition) {
  return {.name = name, .definition = &definition, .kinks = First, .rounds_number = true};
}

constexpr Entry kEntries[] = {
    {"aclnnHardtanhBackward", &oracle::kHardtanh, Bounds},
    {"aclnnSoftplusBackward", &oracle::kSoftplus, Threshold},
    {"aclnnPreluBackward", &oracle::kPreluGradInput, NoKinks},
    {"aclnnBinaryCrossEntropyWithLogitsTargetBackward", &oracle::kTargetBackward, Zero},
    {"aclnnAddRelu", &oracle::kAddRelu, NoKinks},
    {"aclnnHeaviside", &oracle::kHeaviside, NoKinks},
    {"aclnnPrelu", &oracle::kPrelu, NoKinks},
    {"aclnnRelu", &oracle::kRelu, Zero},
    {"aclnnLeakyRelu", &oracle::kLeakyRelu, Zero},
    {"aclnnLeakyReluBackward", &oracle::kLeakyReluBackward, Zero},
    {"aclnnThreshold", &oracle::kThreshold, First},
    {"aclnnThresholdBackward", &oracle::kThresholdBackward, First},
    {"aclnnSilu", &oracle::kSilu, NoKinks},
    {"aclnnSiluBackward", &oracle::kSiluBackward, SiluRoot},
    {"aclnnSwish", &oracle::kSwish, NoKinks},
    {"aclnnSwishBackward", &oracle::kSwishBackward, SwishRoot},
    {"aclnnFastGelu", &oracle::kFastGelu, NoKinks},
    {"aclnnFastGeluBackward", &oracle::kFastGeluBackward, FastGeluRoot},
    {"aclnnSigmoid", &oracle::kSigmoid, NoKinks},
    {"aclnnSigmoidBackward", &oracle::kSigmoidBackward, UnitEnds},
    {"aclnnErfinv", &oracle::kErfinv, Ends},
    {"aclnnGelu", &oracle::kGeluTanhForward, NoKinks},
    {"aclnnGeluV2", &oracle::kGeluErfForward, NoKinks, &oracle::kGeluTanhForward},
    {"aclnnGeluBackward", &oracle::kGeluTanh, GeluRoots},
    {"aclnnGeluBackwardV2", &oracle::kGeluErf, GeluRoots, &oracle::kGeluTanh},
    {.name = "aclnnLogit",
     .definition = &oracle::kLogitForward,
     .kinks = Domain,
     .has_unit_domain = true},
    {.name = "aclnnLogitGrad",
     .definition = &oracle::kLogit,
     .kinks = Domain,
     .has_unit_domain = true},
    {"aclnnLogSigmoid", &oracle::kLogSigmoid, NoKinks},
    {"aclnnLogSigmoidForward", &oracle::kLogSigmoid, NoKinks},
    {"aclnnLogSigmoidBackward", &oracle::kLogSigmoidBackward, NoKinks},
    {"aclnnMish", &oracle::kMish, NoKinks},
    {"aclnnMishBackward", &oracle::kMishBackward, MishRoot},
    {"aclnnTanh", &oracle::kTanh, NoKinks},
    {"aclnnTanhBackward", &oracle::kTanhBackward, Ends},
    {"aclnnElu", &oracle::kElu, Zero},
    {"aclnnEluBackward", &oracle::kEluBackward, Zero},
    {"aclnnSelu", &oracle::kSelu, Zero},
    {"aclnnSeluBackward", &oracle::kSeluBackward, SeluRoot},
    {"aclnnCelu", &oracle::kCelu, Zero},
    {"aclnnSoftplus", &oracle::kSoftplusForward, Threshold},
    {"aclnnHardtanh", &oracle::kHardtanhForward, Bounds},
    {"aclnnHardswish", &oracle::kHardswish, Three},
    {"aclnnHardswishBackward", &oracle::kHardswishBackward, Three},
    {"aclnnHardswishBackwardV2", &oracle::kHardswishBackwardV2, Three},
    {"aclnnHardsigmoid", &oracle::kHardsigmoid, Three},
    {"aclnnHardsigmoidBackward", &oracle::kHardsigmoidBackward, Three},
    {"aclnnHardshrink", &oracle::kHardshrink, BothSigns},
    {"aclnnHardshrinkBackward", &oracle::kShrinkBackward, BothSigns},
    {"aclnnSoftshrink", &oracle::kSoftshrink, BothSigns},
    {"aclnnSoftshrinkBackward", &oracle::kShrinkBackward, BothSigns},
    {"aclnnShrink", &oracle::kShrink, BothSigns},
    {"aclnnSquaredRelu", &oracle::kSquaredRelu, Zero},
    {"aclnnAdd", &oracle::kAdd, NoKinks},
    {"aclnnAdds", &oracle::kAdds, NoKinks},
    {"aclnnAddcmul", &oracle::kAddcmul, NoKinks},
    {"aclnnAddcdiv", &oracle::kAddcdiv, NoKinks},
    {"aclnnDiv", &oracle::kDiv, NoKinks},
    {"aclnnDivs", &oracle::kDivs, NoKinks},
    {"aclnnLerps", &oracle::kLerp, NoKinks},
    {"aclnnMaximum", &oracle::kMaximum, NoKinks},
    {"aclnnMinimum", &oracle::kMinimum, NoKinks},
    {"aclnnMul", &oracle::kMul, NoKinks},
    {"aclnnMuls", &oracle::kMuls, NoKinks},
    {"aclnnSub", &oracle::kSub, NoKinks},
    {"aclnnSubs", &oracle::kSubs, NoKinks},
    {"aclnnAbs", &oracle::kAbs, Zero},
    {"aclnnCos", &oracle::kCos, NoKinks},
    {"aclnnErf", &oracle::kErf, NoKinks},
    {"aclnnExp", &oracle::kExp, NoKinks},
    {"aclnnLog", &oracle::kLog, One},
    {"aclnnNeg", &oracle::kNeg, Zero},
    {"aclnnReciprocal", &oracle::kReciprocal, Zero},
    {"aclnnRsqrt", &oracle::kRsqrt, Zero},
    {"aclnnSign", &oracle::kSign, Zero},
    {"aclnnSin", &oracle::kSin, Zero},
    {"aclnnSqrt", &oracle::kSqrt, Zero},
    {"aclnnClamp", &oracle::kClamp, Bounds},
    {"aclnnClampMin", &oracle::kClampMin, First},
    {"aclnnClampMax", &oracle::kClampMax, First},
    OfNumber("aclnnEqScalar", oracle::kEqual),
    OfNumber("aclnnGtScalar", oracle::kGreater),
    OfNumber("aclnnLtScalar", oracle::kLess),
    {"aclnnPowTensorScalar", &oracle::kPow, Zero},
    {"aclnnPowScalarTensor", &oracle::kPowOfNumber, Zero},
    OfHalves("aclnnGlu", oracle::kGlu, NoKinks),
    OfHalves("aclnnGluBackward", oracle::kGluBackward, NoKinks),
    OfHalves("aclnnSwiGlu", oracle::kSwiGlu, NoKinks),
    OfHalves("aclnnSwiGluGrad", oracle::kSwiGluGrad, SiluRoot),
    OfHalves("aclnnGeGlu", oracle::kGeGlu, NoKinks),
    OfHalves("aclnnGeGluV3", oracle::kGeGlu, NoKinks),
    OfHalves("aclnnGeGluBackward", oracle::kGeGluBackward, GeluRoots),
    OfHalves("aclnnGeGluV3Backward", oracle::kGeGluBackward, GeluRoots),
    OfHalves("aclnnGeluMul", oracle::kGeluMul, NoKinks),
    OfHalves("aclnnFatreluMul", oracle::kFatreluMul, NoKinks),
    OfRows("aclnnSoftmax", oracle::Softmax),
    OfRows("aclnnLogSoftmax", oracle::LogSoftmax),
    OfRows("aclnnSoftmaxBackward", oracle::SoftmaxBackward, true),
    OfRows("aclnnLogSoftmaxBackward", oracle::LogSoftmaxBackward),
    OfRows("aclnnSoftmaxCrossEntropyWithLogits", oracle::SoftmaxCrossEntropy, true),
};

const Entry& EntryOf(const OpSpec& spec) {
  const auto* const entry = std::ranges::find(kEntries, spec.name, &Entry::name);
  if (entry != std::end(kEntries)) return *entry;
  throw std::invalid_argument(fmt::format("no golden values are known of {}", spec.name));
}

double Narrowed(double number, bool wide) { return wide ? number : static_cast<float>(number); }

bool IsOfFloat(double value) { return std::isnan(value) || static_cast<float>(value) == value; }

// Below this the long double values stand only for a sign.
constexpr long double kLeast = 0x1p-200L;
// A few times what they are wrong by, and what two doubles are apart.
constexpr long double kDoubt = 0x1p-50L;

}  // namespace

GoldenValue GoldenOf(const oracle::Real& exact, const precision::Format& output) {
  const oracle::Format format = {output.fraction_bits, output.min_exponent, output.max_exponent};
  return {exact.ToDouble(), oracle::Round(exact, format)};
}

Golden::Golden(const OpSpec& spec, const std::vector<double>& numbers, bool is_tanh, bool wide,
               int64_t elements)
    : is_tanh_(is_tanh), wide_(wide) {
  const Entry& entry = EntryOf(spec);
  double* const places[] = {&scalars_.first, &scalars_.second, &scalars_.third};
  for (size_t k = 0; k < numbers.size() && k < std::size(places); ++k) {
    *places[k] = Narrowed(numbers[k], wide);
  }
  if (numbers.size() > 3) scalars_.fourth = numbers[3];
  const bool has_another = is_tanh && entry.definition_for_tanh != nullptr;
  definition_ = has_another ? entry.definition_for_tanh : entry.definition;
  halves_ = entry.halves;
  rows_ = entry.rows;
  kinks_ = entry.kinks(scalars_);
  has_unit_domain_ = entry.has_unit_domain;
  rounds_number_ = entry.rounds_number;
  if (spec.reduction_at >= 0) {
    scalars_.first = numbers[0] == kMean ? static_cast<double>(elements) : 1;
  }
}

GoldenValue Golden::At(std::span<const double> operands, const precision::Format& output,
                       size_t result) const {
  if (halves_ != nullptr) return GoldenOf((*halves_)[result](operands, is_tanh_ ? 1 : 0), output);
  Scalars scalars = scalars_;
  if (rounds_number_) scalars.first = output.round(scalars.first);
  const auto exact = [&] { return GoldenOf(definition_->exact(operands, scalars), output); };
  const double curved = operands[definition_->curved()];
  if (wide_ || std::fabs(curved - definition_->root) <= oracle::kRootRadius) return exact();
  if (!std::ranges::all_of(operands, IsOfFloat)) return exact();  // an integer
  const long double value = definition_->fast(operands, scalars);
  if (std::isfinite(value) && value != 0 && std::fabs(value) < kLeast) return exact();
  // If both ends are rounded to the same number, all between are.
  const double low = output.round(static_cast<double>(value * (1 - kDoubt)));
  const double high = output.round(static_cast<double>(value * (1 + kDoubt)));
  if (low != high && !std::isnan(value)) return exact();
  return {static_cast<double>(value), low};
}

}  // namespace openaclnn::gen
