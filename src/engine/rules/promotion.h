// Rules of the dtypes to which arguments promote, and of casts.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
OPENACLNN_SHARED extern const RuleType kPromotesInto, kPromotedDtype, kCastable,
    kCastableToPromoted, kCastableUnlessOne, kBoolOnlyForBool, kPromotedCastable,
    kDtypeInOrCastable, kFilledWith, kIsPower;
}  // namespace rules

// The arguments, of which the last may be a scalar, promote to one of these dtypes.
constexpr Rule PromotesInto(std::string_view a, std::string_view b, std::string_view c,
                            DtypeSet dtypes) {
  return {.type = &rules::kPromotesInto,
          .names = {a, b, c},
          .dtypes = dtypes,
          .alike = Alike::kByDtype};
}
constexpr Rule PromotesInto(std::string_view a, std::string_view b, DtypeSet dtypes) {
  return PromotesInto(a, b, {}, dtypes);
}

// The dtype of `a` is what `b` and `c` promote to.
constexpr Rule PromotedDtype(std::string_view a, std::string_view b, std::string_view c) {
  return {.type = &rules::kPromotedDtype, .names = {a, b, c}, .alike = Alike::kByDtype};
}

// Elements of the dtype of `a`, a tensor or a scalar, can become ones of that of `b`.
constexpr Rule Castable(std::string_view a, std::string_view b) {
  return {.type = &rules::kCastable, .names = {a, b}, .in_place = InPlaceForm::kIsTrivial};
}

// `a`, a scalar, is null or can become an element of what the others promote to.
constexpr Rule CastableToPromoted(std::string_view a, std::string_view b, std::string_view c,
                                  std::string_view d = {}) {
  return {.type = &rules::kCastableToPromoted, .names = {a, b, c, d}};
}

// `a`, a scalar, is 1 or can become an element of `b`.
constexpr Rule CastableUnlessOne(std::string_view a, std::string_view b) {
  return {.type = &rules::kCastableUnlessOne, .names = {a, b}};
}

// `a`, a scalar, is null, or BOOL only if the others promote to BOOL.
constexpr Rule BoolOnlyForBool(std::string_view a, std::string_view b, std::string_view c,
                               std::string_view d = {}) {
  return {.type = &rules::kBoolOnlyForBool, .names = {a, b, c, d}};
}

// Elements of what the others promote to can become ones of `a`.
constexpr Rule PromotedCastable(std::string_view a, std::string_view b, std::string_view c,
                                std::string_view d = {}) {
  return {.type = &rules::kPromotedCastable, .names = {a, b, c, d}};
}

// The dtype of `a` is one of these. On these chips it may also be any to which the dtype that the
// others promote to can be cast. `c` may have no name.
constexpr Rule DtypeInOrCastable(std::string_view a, std::string_view b, std::string_view c,
                                 DtypeSet dtypes, Chips chips) {
  return {.type = &rules::kDtypeInOrCastable, .names = {a, b, c}, .dtypes = dtypes, .chips = chips};
}

// All elements of `tensor` can become `scalar`: in a complex tensor any scalar, in a real one those
// that promote with it.
constexpr Rule FilledWith(std::string_view tensor, std::string_view scalar) {
  return {.type = &rules::kFilledWith, .names = {tensor, scalar}};
}

// What the others promote to holds `a`, a scalar: floats hold what is finite as it is, integers
// what is not negative.
constexpr Rule IsPower(std::string_view a, std::string_view b, std::string_view c) {
  return {.type = &rules::kIsPower, .names = {a, b, c}};
}

}  // namespace openaclnn
