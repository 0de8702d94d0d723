#include "engine/rules/number.h"

#include <cmath>

#include "engine/rules/rule_call.h"

namespace openaclnn {
namespace {

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

Status CheckAboveZero(const RuleCall& call, const Rule& rule) {
  const ExactNumber given = call.Number(rule, 0);
  if (given.nearest > 0) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected a number above 0", rule.names[0],
                 TextOf(given));
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

}  // namespace

namespace rules {

constinit const RuleType kNotAbove = {
    .name = "NotAbove",
    .check = CheckNotAbove,
    .sentence = {"{a} is not above {b}."},
};

constinit const RuleType kNotZeroNorNan = {
    .name = "NotZeroNorNan",
    .check = CheckNotZeroNorNan,
    .sentence = {"{a} is neither 0 nor NaN."},
};

constinit const RuleType kNotNegative = {
    .name = "NotNegative",
    .check = CheckNotNegative,
    .sentence = {"{a} is not below 0."},
};

constinit const RuleType kAtLeastZero = {
    .name = "AtLeastZero",
    .check = CheckAtLeastZero,
    .sentence = {"{a} is at least 0."},
};

constinit const RuleType kAboveZero = {
    .name = "AboveZero",
    .check = CheckAboveZero,
    .sentence = {"{a} is above 0."},
};

constinit const RuleType kNotNegativeIf = {
    .name = "NotNegativeIf",
    .check = CheckNotNegativeIf,
    .sentence = {"{a} is not below 0 if {b} is true."},
    .python_sentence = {"{a} is not below 0 if {b} is True."},
};

constinit const RuleType kNumberForIntegers = {
    .name = "NumberForIntegers",
    .check = CheckNumberForIntegers,
    .sentence = {"{a} is not NaN where {b} has integers."},
};

constinit const RuleType kFitsIntegers = {
    .name = "FitsIntegers",
    .check = CheckFitsIntegers,
    .sentence = {"Where {b} has integers, its dtype holds {a}, truncated."},
};

}  // namespace rules
}  // namespace openaclnn
