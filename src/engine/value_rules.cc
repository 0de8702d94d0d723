#include "engine/value_rules.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "base/settings.h"
#include "tensor/derived_shape.h"
#include "tensor/promote.h"

namespace openaclnn {
namespace {

int IsSigned(aclDataType dtype) { return ClassOf(dtype) == DtypeClass::kSigned ? 1 : 0; }

}  // namespace

Status CheckTextIn(const RuleCall& call, const Rule& rule) {
  if (call.HasText(rule)) return {};
  const std::string_view given = call.Given(rule, 0).text;
  constexpr size_t kShown = 32;
  return Invalid(ErrorKind::kText, "{}: is \"{}\"{}, expected \"{}\" or \"{}\"", rule.names[0],
                 given.substr(0, kShown), given.size() > kShown ? "..." : "", rule.texts[0],
                 rule.texts[1]);
}

Status CheckIntIn(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  const std::span known(rule.integers.data(), static_cast<size_t>(rule.limit));
  if (std::ranges::find(known, given) != known.end()) return {};
  const auto but_last = known.first(known.size() - 1);
  return Invalid(ErrorKind::kValue, "{}: is {}, expected {} or {}", rule.names[0], given,
                 fmt::join(but_last.begin(), but_last.end(), ", "), known.back());
}

Status CheckIntBetween(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  if (given >= rule.integers[0] && given <= rule.integers[1]) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected {} to {}", rule.names[0], given,
                 rule.integers[0], rule.integers[1]);
}

Status CheckIntOnlyOn(const RuleCall& call, const Rule& rule) {
  const Product product = GetSettings().product;
  const int64_t given = call.Given(rule, 0).integer;
  if (given != rule.integers[0] || rule.products.Has(product)) return {};
  return Invalid(
      ErrorKind::kProduct, "{}: is {}, which is not supported on {} (OPENACLNN_SOC={}), only on {}",
      rule.names[0], given, ProductName(product), GetSettings().soc_name, rule.products.Text());
}

Status CheckNotAbove(const RuleCall& call, const Rule& rule) {
  const ExactNumber a = call.Number(rule, 0), b = call.Number(rule, 1);
  if (!(a > b)) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected at most {}, which is {}", rule.names[0],
                 TextOf(a), TextOf(b), rule.names[1]);
}

Status CheckNotZeroNorNan(const RuleCall& call, const Rule& rule) {
  const auto given = static_cast<float>(call.Number(rule, 0).nearest);
  if (given != 0 && !std::isnan(given)) return {};
  return Invalid(ErrorKind::kValue, "{}: is {} as a float, expected a number other than 0",
                 rule.names[0], given);
}

Status CheckNotNegative(const RuleCall& call, const Rule& rule) {
  const ExactNumber given = call.Number(rule, 0);
  if (!(given.nearest < 0)) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected a number that is not negative",
                 rule.names[0], TextOf(given));
}

Status CheckAtLeastZero(const RuleCall& call, const Rule& rule) {
  const ExactNumber given = call.Number(rule, 0);
  if (given.nearest >= 0) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 0", rule.names[0], TextOf(given));
}

Status CheckNotNegativeIf(const RuleCall& call, const Rule& rule) {
  const ExactNumber given = call.Number(rule, 0);
  if (!call.Given(rule, 1).flag || !(given.nearest < 0)) return {};
  return Invalid(ErrorKind::kValue,
                 "{}: is {}, expected a number that is not negative, as {} is true", rule.names[0],
                 TextOf(given), rule.names[1]);
}

Status CheckNumberForIntegers(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = call.DtypeOf(rule, 1);
  if (!IsInteger(dtype) || !std::isnan(call.Number(rule, 0).nearest)) return {};
  return Invalid(ErrorKind::kValue, "{}: is nan, expected a number, as the dtype of {} is {}",
                 rule.names[0], rule.names[1], DtypeName(dtype));
}

Status CheckFitsIntegers(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = call.DtypeOf(rule, 1);
  if (!IsInteger(dtype)) return {};
  ExactNumber given = call.Number(rule, 0);
  given.nearest = std::trunc(given.nearest);
  const int bits = DtypeBytes(dtype) * 8;
  const bool is_signed = ClassOf(dtype) == DtypeClass::kSigned;
  const double end = std::ldexp(1.0, is_signed ? bits - 1 : bits);
  const double lowest = is_signed ? -end : 0;
  if (given >= ExactNumber{lowest} && ExactNumber{end} > given) return {};
  return Invalid(ErrorKind::kValue,
                 "{}: is {}, expected a number from {} to {}, which {}, the dtype of {}, holds",
                 rule.names[0], TextOf(call.Number(rule, 0)), Truncated({lowest}),
                 Truncated({end, -1}), DtypeName(dtype), rule.names[1]);
}

// The others promote to a dtype, by a rule before this one.
Status CheckIsPower(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = *call.PromotedFrom(rule, 1);
  const ExactNumber given = call.Number(rule, 0);
  if (IsInteger(dtype)) {
    const ExactNumber end{std::ldexp(1.0, DtypeBytes(dtype) * 8 - IsSigned(dtype))};
    if (given.nearest >= 0 && end > given) return {};
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected a number from 0 to {}, which {}, to which {} promote, "
                   "holds",
                   rule.names[0], TextOf(given), Truncated({end.nearest, -1}), DtypeName(dtype),
                   NamesFrom(rule, 1));
  }
  if (!std::isfinite(given.nearest)) return {};
  if (std::isfinite(RoundedTo(dtype, *call.Given(rule, 0).scalar))) return {};
  return Invalid(ErrorKind::kValue,
                 "{}: is {}, expected a number that is finite in {}, to which {} promote",
                 rule.names[0], TextOf(given), DtypeName(dtype), NamesFrom(rule, 1));
}

Status CheckDimOf(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  const Dims& shape = call.At(rule, 1).shape;
  if (AxisAt(given, shape)) return {};
  const int64_t axes = std::max<int64_t>(1, static_cast<int64_t>(shape.size()));
  return Invalid(
      ErrorKind::kValue, "{}: is {}, expected from {} to {}, as the rank of {} is {} (shape {})",
      rule.names[0], given, -axes, axes - 1, rule.names[1], shape.size(), ShapeText(shape));
}

Status CheckAxesOf(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 1).shape;
  const std::vector<int64_t>& dims = *call.Given(rule, 0).integers;
  const auto rank = static_cast<int64_t>(std::max<size_t>(shape.size(), 1));
  for (size_t i = 0; i < dims.size(); ++i) {
    const std::optional<size_t> axis = AxisAt(dims[i], shape);
    if (!axis) {
      return Invalid(ErrorKind::kValue, "{}: has {}, expected {} to {}, the axes of {} (shape {})",
                     rule.names[0], dims[i], -rank, rank - 1, rule.names[1], ShapeText(shape));
    }
    const auto is_this = [&](int64_t dim) { return AxisAt(dim, shape) == axis; };
    if (std::none_of(dims.begin(), dims.begin() + static_cast<long>(i), is_this)) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, the axis {} of {} (shape {}), twice",
                   rule.names[0], dims[i], *axis, rule.names[1], ShapeText(shape));
  }
  return {};
}

}  // namespace openaclnn
