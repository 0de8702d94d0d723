// The rules of parts of a tensor from place to place along axes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/argument.h"
#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kSlicedShape, kSlicedShapes;
}  // namespace rules

// The shape of `a` is that of `whole` with the places from `start` on, an integer, along the axis
// `dim`. Behind `start` come the arguments of the end and of the step, which is above 0. A rule
// before this one says that `dim` is an axis.
constexpr Rule SlicedShape(std::string_view a, std::string_view whole, std::string_view dim,
                           std::string_view start) {
  return {.type = &rules::kSlicedShape, .names = {a, whole, dim, start}};
}

// The same along several axes, by arrays of as many integers: behind `starts` come the ends, and
// behind `axes` the steps, which this rule checks. Rules before it say that there are as many of
// each, and that `axes` are axes.
constexpr Rule SlicedShapes(std::string_view a, std::string_view whole, std::string_view axes,
                            std::string_view starts) {
  return {.type = &rules::kSlicedShapes, .names = {a, whole, axes, starts}};
}

struct AxisSlice {
  size_t axis;
  int64_t start, step, count;
};
using AxisSlices = std::vector<AxisSlice>;

// Those that such a rule is about, whose other arguments are right.
AxisSlices SlicesOf(const Rule& rule, std::span<const Argument> arguments);

}  // namespace openaclnn
