#include "tools/gen/golden.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "engine/op_spec.h"
#include "fmt/format.h"
#include "tests/oracle/fast.h"
#include "tests/oracle/format.h"

namespace openaclnn::gen {
namespace {

using oracle::Scalars;

const oracle::Subject& SubjectOf(const OpSpec& spec) {
  if (HasGolden(spec)) return *oracle::SubjectOf(spec.name);
  throw std::invalid_argument(fmt::format("no golden values are known of {}", spec.name));
}

double Narrowed(double number, bool wide) { return wide ? number : static_cast<float>(number); }

bool IsOfFloat(double value) { return std::isnan(value) || static_cast<float>(value) == value; }

// Below this the long double values stand only for a sign.
constexpr long double kLeast = 0x1p-200L;
// A few times what they are wrong by, and what two doubles are apart.
constexpr long double kDoubt = 0x1p-50L;

}  // namespace

bool HasGolden(const OpSpec& spec) {
  const oracle::Subject* const subject = oracle::SubjectOf(spec.name);
  return subject != nullptr && (subject->definition || subject->split != nullptr ||
                                subject->rows != nullptr || subject->whole != nullptr);
}

GoldenValue GoldenOf(const oracle::Real& exact, const precision::Format& output) {
  const oracle::Format format = {output.fraction_bits, output.min_exponent, output.max_exponent};
  return {exact.ToDouble(), oracle::Round(exact, format)};
}

Golden::Golden(const OpSpec& spec, const std::vector<double>& numbers, bool is_tanh, bool wide,
               int64_t elements)
    : subject_(SubjectOf(spec)), is_tanh_(is_tanh), wide_(wide) {
  double* const places[] = {&scalars_.first, &scalars_.second, &scalars_.third};
  for (size_t k = 0; k < numbers.size() && k < std::size(places); ++k) {
    *places[k] = Narrowed(numbers[k], wide);
  }
  if (numbers.size() > 3) scalars_.fourth = numbers[3];
  const bool has_another = is_tanh && subject_.definition_for_tanh.has_value();
  const auto& definition = has_another ? subject_.definition_for_tanh : subject_.definition;
  definition_ = definition ? &*definition : nullptr;
  kinks_ = subject_.kinks(scalars_);
  if (spec.reduction_at >= 0) {
    scalars_.first = numbers[0] == kMean ? static_cast<double>(elements) : 1;
  }
}

GoldenValue Golden::At(std::span<const double> operands, const precision::Format& output,
                       size_t result) const {
  if (subject_.split != nullptr) {
    return GoldenOf((*subject_.split)[result](operands, is_tanh_ ? 1 : 0), output);
  }
  Scalars scalars = scalars_;
  if (subject_.rounds_number) scalars.first = output.round(scalars.first);
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
