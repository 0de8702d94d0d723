// The rules of tensors whose elements are spread over larger planes or volumes.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kSpreadShape, kNumbersFrom;
}  // namespace rules

// What the sizes of a tensor must be besides.
enum class Spread : uint8_t {
  kHasRoom,  // all axes of the smaller one but the first have elements, and there is room for them
  kAny,      // the larger one has elements if the smaller one has
};

// The shape of `a` is that of `b` with `sizes` along its last `axes` axes, before which there are
// one or two others.
constexpr Rule SpreadShape(std::string_view a, std::string_view b, std::string_view sizes, int axes,
                           Spread spread) {
  return {.type = &rules::kSpreadShape,
          .names = {a, b, sizes},
          .numbers = {axes, static_cast<int64_t>(spread)}};
}

// `a`, an array, has so many numbers, none of them below `least`.
constexpr Rule NumbersFrom(std::string_view a, int64_t count, int64_t least) {
  return {.type = &rules::kNumbersFrom, .names = {a}, .numbers = {count, least}};
}

}  // namespace openaclnn
