// Windows of two axes whose elements stand in columns: where they are, and the rules of shapes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/argument.h"
#include "engine/rules/rule.h"
#include "ops/pooling/pool_windows.h"

namespace openaclnn {
namespace rules {
extern const RuleType kColumnsShape, kFoldedShape;
}  // namespace rules

// `a` has a column for each window of the last two axes of `b`, before which there are one or two
// others. `kernel` and the three arrays behind it, dilation, padding and stride, say the windows.
constexpr Rule ColumnsShape(std::string_view a, std::string_view b, std::string_view kernel) {
  return {.type = &rules::kColumnsShape, .names = {a, b, kernel}};
}

// `a` is what `b` has the columns of: its last two axes are `sizes`, behind which stand the four
// arrays that say the windows.
constexpr Rule FoldedShape(std::string_view a, std::string_view b, std::string_view sizes) {
  return {.type = &rules::kFoldedShape, .names = {a, b, sizes}};
}

// Height and width.
using ColumnAxes = std::array<PoolAxis, 2>;

// `arguments`: those from the kernel on, which are as a rule demands.
ColumnAxes ColumnAxesOf(std::span<const Argument> arguments);

}  // namespace openaclnn
