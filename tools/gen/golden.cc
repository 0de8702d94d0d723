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
  const Definition& (*definition)(const std::string& text);
  std::vector<double> (*kinks)(Scalars scalars);
  bool has_unit_domain = false;
};

const Entry kEntries[] = {
    {"aclnnHardtanhBackward", [](const std::string&) -> auto& {return oracle::kHardtanh;
}  // namespace
, [](Scalars s) { return std::vector{s.first, s.second}; }
}  // namespace openaclnn::gen
, {"aclnnSoftplusBackward", [](const std::string&) -> auto& {return oracle::kSoftplus;
}
, [](Scalars s) { return std::vector{s.second / s.first}; }
}
, {"aclnnPreluBackward", [](const std::string&) -> auto& {return oracle::kPreluGradInput;
}
, [](Scalars) { return std::vector<double>(); }
}
, {"aclnnGeluBackwardV2",
   [](const std::string& text) -> auto& {return text == "tanh" ? oracle::kGeluTanh
                                                               : oracle::kGeluErf;
}
, [](Scalars) { return std::vector{oracle::kGeluErfRoot, oracle::kGeluTanhRoot}; }
}
, {"aclnnLogitGrad", [](const std::string&) -> auto& {return oracle::kLogit;
}
, [](Scalars s) { return std::vector{s.first, 1 - s.first, 1.0}; }, true
}
,
}
;

const Entry& EntryOf(const OpSpec& spec) {
  const auto* const entry = std::ranges::find(kEntries, spec.name, &Entry::name);
  if (entry != std::end(kEntries)) return *entry;
  throw std::invalid_argument(fmt::format("no golden values are known of {}", spec.name));
}

double Narrowed(double number, bool wide) { return wide ? number : static_cast<float>(number); }

// Below this the long double values stand only for a sign.
constexpr long double kLeast = 0x1p-200L;
// A few times what they are wrong by, and what two doubles are apart.
constexpr long double kDoubt = 0x1p-50L;

}  // namespace

GoldenValue GoldenOf(const oracle::Real& exact, const precision::Format& output) {
  const oracle::Format format = {output.fraction_bits, output.min_exponent, output.max_exponent};
  return {exact.ToDouble(), oracle::Round(exact, format)};
}

Golden::Golden(const OpSpec& spec, const std::vector<double>& numbers, const std::string& text,
               bool wide)
    : wide_(wide) {
  const Entry& entry = EntryOf(spec);
  if (!numbers.empty()) scalars_.first = Narrowed(numbers[0], wide);
  if (numbers.size() > 1) scalars_.second = Narrowed(numbers[1], wide);
  definition_ = &entry.definition(text);
  kinks_ = entry.kinks(scalars_);
  has_unit_domain_ = entry.has_unit_domain;
  third_is_scalar_ = !spec.operands[2].empty();
}

GoldenValue Golden::At(double grad, double x, double third, const precision::Format& output) const {
  Scalars scalars = scalars_;
  if (third_is_scalar_) scalars.first = third;
  const auto exact = [&] { return GoldenOf(definition_->exact(grad, x, scalars), output); };
  if (wide_ || std::fabs(x - definition_->root) <= oracle::kRootRadius) return exact();
  const auto narrow_grad = static_cast<float>(grad), narrow_x = static_cast<float>(x);
  if (narrow_x != x && !std::isnan(x)) return exact();  // an integer
  const long double value = definition_->fast(narrow_grad, narrow_x, scalars);
  if (std::isfinite(value) && value != 0 && std::fabs(value) < kLeast) return exact();
  // If both ends are rounded to the same number, all between are.
  const double low = output.round(static_cast<double>(value * (1 - kDoubt)));
  const double high = output.round(static_cast<double>(value * (1 + kDoubt)));
  if (low != high && !std::isnan(value)) return exact();
  return {static_cast<double>(value), low};
}

}  // namespace openaclnn::gen
