// Rules of the dtypes of single arguments, and on which chips they are.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
OPENACLNN_SHARED extern const RuleType kDtypeIn, kSameDtype, kIsDtypeIn, kHasDtype, kDtypeOnlyOn,
    kOnlyWithZero, kDtypeOfOrFloat, kHasDtypeNumber, kOneDtype, kScalarBeside;
}  // namespace rules

// The dtype of `a`, a tensor or a scalar, is one of these.
constexpr Rule DtypeIn(std::string_view a, DtypeSet dtypes) {
  return {.type = &rules::kDtypeIn,
          .names = {a},
          .dtypes = dtypes,
          .alike = Alike::kByDtype,
          .in_place = InPlaceForm::kIntersects};
}

constexpr Rule SameDtype(std::string_view a, std::string_view b) {
  return {.type = &rules::kSameDtype,
          .names = {a, b},
          .alike = Alike::kByDtype,
          .in_place = InPlaceForm::kIsTrivial};
}

// `a`, an aclDataType, is one of these.
constexpr Rule IsDtypeIn(std::string_view a, DtypeSet dtypes) {
  return {.type = &rules::kIsDtypeIn, .names = {a}, .dtypes = dtypes};
}

// The dtype of `a` is `b`, an aclDataType.
constexpr Rule HasDtype(std::string_view a, std::string_view b) {
  return {.type = &rules::kHasDtype, .names = {a, b}};
}

// The dtype of `a` is the one of the number `b`, an integer, that a rule before this one allows.
constexpr Rule HasDtypeNumber(std::string_view a, std::string_view b) {
  return {.type = &rules::kHasDtypeNumber, .names = {a, b}};
}

// The dtype of `a` is FLOAT or that of `b`.
constexpr Rule DtypeOfOrFloat(std::string_view a, std::string_view b) {
  return {.type = &rules::kDtypeOfOrFloat, .names = {a, b}};
}

// The dtype of `a` is one of these only on these chips.
constexpr Rule DtypeOnlyOn(std::string_view a, DtypeSet dtypes, Chips chips) {
  return {.type = &rules::kDtypeOnlyOn, .names = {a}, .dtypes = dtypes, .chips = chips};
}

// All members of `a`, a list, have one dtype.
constexpr Rule OneDtype(std::string_view a) { return {.type = &rules::kOneDtype, .names = {a}}; }

// `a`, a scalar, is FLOAT or DOUBLE beside FLOAT and BFLOAT16 of `b`, FLOAT16 or DOUBLE beside
// FLOAT16, on these chips FLOAT too, and INT32 or INT64 beside integers.
constexpr Rule ScalarBeside(std::string_view a, std::string_view b, Chips chips) {
  return {.type = &rules::kScalarBeside, .names = {a, b}, .chips = chips};
}

// If the dtype of `a` is one of these, the chip is one of these and `scalar` is 0.
constexpr Rule OnlyWithZero(std::string_view a, DtypeSet dtypes, Chips chips,
                            std::string_view scalar) {
  return {.type = &rules::kOnlyWithZero, .names = {a, scalar}, .dtypes = dtypes, .chips = chips};
}

}  // namespace openaclnn
