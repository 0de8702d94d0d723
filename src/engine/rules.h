// What an operator demands of its arguments: the rules of a spec.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/dtype.h"
#include "base/product.h"

namespace openaclnn {

enum class RuleKind : uint8_t {
  kNone,
  kDtypeIn,         // a's dtype is in dtypes
  kSameDtype,       // a's dtype is b's
  kPromotesInto,    // a, b and c, if there is one, promote to a dtype in dtypes; b may be a scalar
  kPromotedDtype,   // a's dtype is what b and c promote to
  kMaxRank,         // the rank of every tensor is at most limit
  kSameShape,       // a's shape is b's
  kBroadcasts,      // a, b and c, if there is one, have a common broadcast shape
  kBroadcastShape,  // a's shape is the broadcast shape of b and c, and d, if there is one
  kBroadcastsTo,    // a broadcasts to exactly b's shape
  kChannelWeight,  // a is one weight, or one for each channel (axis 1) of b; c has the shape of its
                   // gradient
  kTextIn,         // a is one of texts
  kIsDtypeIn,      // a, an aclDataType, is in dtypes
  kHasDtype,       // a's dtype is b, an aclDataType
  kIntIn,          // a, an int64_t, is one of integers
  kCastable,       // elements of a's dtype can become ones of b's; a may be a scalar
  kCastableToPromoted,  // a scalar can become an element of what the others promote to
  kPromotedCastable,    // elements of what the others promote to can become ones of a
  kNotAbove,            // a > b is false, of scalars as they were given
  kNotZeroNorNan,       // a, a scalar, is a float other than 0 and NaN
  kNotNegative,         // a < 0 is false, of a scalar; NaN passes
  kAtLeastZero,         // a >= 0 is true; NaN fails
  kNotNegativeIf,       // if b, a bool, is true, a < 0 is false
  kNumberForIntegers,   // if b is of integers, a, a scalar, is not NaN
  kFitsIntegers,        // if b is of integers, its dtype holds a, a scalar, truncated
  kOnlyWithZero,  // if a's dtype is in dtypes, the product is in products and b, a scalar, is 0
  kSameFormat,    // a's storage format is b's
  kDimOf,  // a, an int64_t, is an axis of b, counted from behind where it is below 0; rank 0 counts
           // as one axis
  kSucceedIfEmpty,  // if a has no elements, the call succeeds without doing anything, or looking at
                    // the rules that follow
  kRankIs,          // a's rank is limit
  kShapeOfRows,     // a's shape is that of b without its last axis
  kHalfShape,     // a's shape is b's with half the extent, which is even, along the axis c of b, an
                  // int64_t, or along the last one
  kMinRank,       // a's rank is at least limit
  kSizes,         // the last extent of a is from integers[0] to integers[1], and the product of the
                  // others at most integers[2]
  kOneElement,    // a has one element
  kIntOnlyOn,     // a, an int64_t, is integers[0] only on products
  kIntBetween,    // a, an int64_t, is from integers[0] to integers[1]
  kAxesOf,        // a, an aclIntArray, has axes of b as kDimOf, none of them twice
  kReducedShape,  // a's shape is that of b without the axes in c, or with 1 in their place if d, a
                  // bool, is true
  kProductShape,  // a's shape is that of the product of the matrices b and c
  kRowOf,         // a has one axis, as long as the last one of b
  kLossShape,     // a's shape is that of b if the int64_t c is 0 and b has an axis, else a has one
                  // element along at most one axis
  kFilledWith,   // elements of a, a tensor, can all become b, a scalar: of a complex tensor any, of
                 // a real one those that promote with it
  kDtypeOnlyOn,  // a's dtype is in dtypes only on products
  kDtypeInOrCastable,  // a's dtype is in dtypes, or on products one to which elements are cast of
                       // what the others promote to
  kAnyGiven,           // a or b, which are optional, is not null
  kIsPower,  // what the others promote to holds a, a scalar: of floats, finite as a is; of
             // integers, not negative
};

// References to arguments are made by name and resolved when the spec is compiled.
struct Rule {
  RuleKind kind = RuleKind::kNone;
  std::array<std::string_view, 4> names = {};
  DtypeSet dtypes = {};
  int limit = 0;
  std::array<std::string_view, 2> texts = {};
  std::array<int64_t, 3> integers = {};  // the first `limit` count
  Products products = Products();
  std::array<int8_t, 4> at = {-1, -1, -1, -1};  // indices of the named arguments
};
constexpr Rule DtypeIn(std::string_view a, DtypeSet dtypes) {
  return {.kind = RuleKind::kDtypeIn, .names = {a}, .dtypes = dtypes};
}
constexpr Rule SameDtype(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kSameDtype, .names = {a, b}};
}
constexpr Rule PromotesInto(std::string_view a, std::string_view b, DtypeSet dtypes) {
  return {.kind = RuleKind::kPromotesInto, .names = {a, b}, .dtypes = dtypes};
}
constexpr Rule PromotesInto(std::string_view a, std::string_view b, std::string_view c,
                            DtypeSet dtypes) {
  return {.kind = RuleKind::kPromotesInto, .names = {a, b, c}, .dtypes = dtypes};
}
constexpr Rule PromotedDtype(std::string_view a, std::string_view b, std::string_view c) {
  return {.kind = RuleKind::kPromotedDtype, .names = {a, b, c}};
}
constexpr Rule MaxRank(int limit) { return {.kind = RuleKind::kMaxRank, .limit = limit}; }
constexpr Rule SameShape(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kSameShape, .names = {a, b}};
}
constexpr Rule Broadcasts(std::string_view a, std::string_view b, std::string_view c = {}) {
  return {.kind = RuleKind::kBroadcasts, .names = {a, b, c}};
}
constexpr Rule BroadcastShape(std::string_view a, std::string_view b, std::string_view c,
                              std::string_view d = {}) {
  return {.kind = RuleKind::kBroadcastShape, .names = {a, b, c, d}};
}
constexpr Rule BroadcastsTo(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kBroadcastsTo, .names = {a, b}};
}
// Without the gradient if it has no name.
constexpr Rule ChannelWeight(std::string_view weight, std::string_view self,
                             std::string_view gradient = {}) {
  return {.kind = RuleKind::kChannelWeight, .names = {weight, self, gradient}};
}
constexpr Rule TextIn(std::string_view a, std::string_view first, std::string_view second) {
  return {.kind = RuleKind::kTextIn, .names = {a}, .texts = {first, second}};
}
constexpr Rule IsDtypeIn(std::string_view a, DtypeSet dtypes) {
  return {.kind = RuleKind::kIsDtypeIn, .names = {a}, .dtypes = dtypes};
}
constexpr Rule HasDtype(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kHasDtype, .names = {a, b}};
}

constexpr Rule IntIn(std::string_view a, int64_t first, int64_t second) {
  return {.kind = RuleKind::kIntIn, .names = {a}, .limit = 2, .integers = {first, second}};
}
constexpr Rule IntIn(std::string_view a, int64_t first, int64_t second, int64_t third) {
  return {.kind = RuleKind::kIntIn, .names = {a}, .limit = 3, .integers = {first, second, third}};
}
constexpr Rule Castable(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kCastable, .names = {a, b}};
}
constexpr Rule CastableToPromoted(std::string_view a, std::string_view b, std::string_view c,
                                  std::string_view d = {}) {
  return {.kind = RuleKind::kCastableToPromoted, .names = {a, b, c, d}};
}
constexpr Rule PromotedCastable(std::string_view a, std::string_view b, std::string_view c,
                                std::string_view d = {}) {
  return {.kind = RuleKind::kPromotedCastable, .names = {a, b, c, d}};
}
constexpr Rule NotAbove(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kNotAbove, .names = {a, b}};
}
constexpr Rule NotZeroNorNan(std::string_view a) {
  return {.kind = RuleKind::kNotZeroNorNan, .names = {a}};
}
constexpr Rule NotNegative(std::string_view a) {
  return {.kind = RuleKind::kNotNegative, .names = {a}};
}
constexpr Rule AtLeastZero(std::string_view a) {
  return {.kind = RuleKind::kAtLeastZero, .names = {a}};
}
constexpr Rule NotNegativeIf(std::string_view a, std::string_view flag) {
  return {.kind = RuleKind::kNotNegativeIf, .names = {a, flag}};
}
constexpr Rule NumberForIntegers(std::string_view a, std::string_view tensor) {
  return {.kind = RuleKind::kNumberForIntegers, .names = {a, tensor}};
}
constexpr Rule FitsIntegers(std::string_view a, std::string_view tensor) {
  return {.kind = RuleKind::kFitsIntegers, .names = {a, tensor}};
}
constexpr Rule OnlyWithZero(std::string_view a, DtypeSet dtypes, Products products,
                            std::string_view scalar) {
  return {.kind = RuleKind::kOnlyWithZero,
          .names = {a, scalar},
          .dtypes = dtypes,
          .products = products};
}
constexpr Rule SameFormat(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kSameFormat, .names = {a, b}};
}
constexpr Rule SucceedIfEmpty(std::string_view a) {
  return {.kind = RuleKind::kSucceedIfEmpty, .names = {a}};
}
constexpr Rule RankIs(std::string_view a, int limit) {
  return {.kind = RuleKind::kRankIs, .names = {a}, .limit = limit};
}
constexpr Rule ShapeOfRows(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kShapeOfRows, .names = {a, b}};
}
constexpr Rule DimOf(std::string_view a, std::string_view tensor) {
  return {.kind = RuleKind::kDimOf, .names = {a, tensor}};
}
// Along the last axis if `dim` has no name.
constexpr Rule HalfShape(std::string_view half, std::string_view whole, std::string_view dim = {}) {
  return {.kind = RuleKind::kHalfShape, .names = {half, whole, dim}};
}
constexpr Rule MinRank(std::string_view a, int limit) {
  return {.kind = RuleKind::kMinRank, .names = {a}, .limit = limit};
}
constexpr Rule Sizes(std::string_view a, int64_t least, int64_t most, int64_t most_others) {
  return {.kind = RuleKind::kSizes, .names = {a}, .integers = {least, most, most_others}};
}
constexpr Rule OneElement(std::string_view a) {
  return {.kind = RuleKind::kOneElement, .names = {a}};
}
constexpr Rule IntOnlyOn(std::string_view a, int64_t number, Products products) {
  return {.kind = RuleKind::kIntOnlyOn, .names = {a}, .integers = {number}, .products = products};
}
constexpr Rule FilledWith(std::string_view tensor, std::string_view scalar) {
  return {.kind = RuleKind::kFilledWith, .names = {tensor, scalar}};
}
constexpr Rule DtypeOnlyOn(std::string_view a, DtypeSet dtypes, Products products) {
  return {.kind = RuleKind::kDtypeOnlyOn, .names = {a}, .dtypes = dtypes, .products = products};
}
constexpr Rule IntBetween(std::string_view a, int64_t least, int64_t most) {
  return {.kind = RuleKind::kIntBetween, .names = {a}, .integers = {least, most}};
}
constexpr Rule AxesOf(std::string_view a, std::string_view tensor) {
  return {.kind = RuleKind::kAxesOf, .names = {a, tensor}};
}
constexpr Rule ReducedShapeOf(std::string_view a, std::string_view tensor, std::string_view axes,
                              std::string_view keeps) {
  return {.kind = RuleKind::kReducedShape, .names = {a, tensor, axes, keeps}};
}
constexpr Rule ShapeOfProduct(std::string_view a, std::string_view b, std::string_view c) {
  return {.kind = RuleKind::kProductShape, .names = {a, b, c}};
}
constexpr Rule RowOf(std::string_view a, std::string_view matrix) {
  return {.kind = RuleKind::kRowOf, .names = {a, matrix}};
}
constexpr Rule LossShape(std::string_view a, std::string_view target, std::string_view reduction) {
  return {.kind = RuleKind::kLossShape, .names = {a, target, reduction}};
}
constexpr Rule DtypeInOrCastable(std::string_view a, std::string_view b, std::string_view c,
                                 DtypeSet dtypes, Products products) {
  return {.kind = RuleKind::kDtypeInOrCastable,
          .names = {a, b, c},
          .dtypes = dtypes,
          .products = products};
}
constexpr Rule IsPower(std::string_view a, std::string_view b, std::string_view c) {
  return {.kind = RuleKind::kIsPower, .names = {a, b, c}};
}
constexpr Rule AnyGiven(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kAnyGiven, .names = {a, b}};
}

}  // namespace openaclnn
