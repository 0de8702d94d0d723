// The rule of rectangles that are compared with each other.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kShapeOfOverlaps;
}  // namespace rules

// `first` and `second` are matrices of four columns, and as many rows if `aligned`, a bool, is
// true. `a` has a row for each of the first and, if `aligned` is false, a column for each of the
// second, else one column.
constexpr Rule ShapeOfOverlaps(std::string_view a, std::string_view first, std::string_view second,
                               std::string_view aligned) {
  return {.type = &rules::kShapeOfOverlaps, .names = {a, first, second, aligned}};
}

}  // namespace openaclnn
