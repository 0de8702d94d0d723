// Rules of axes, and of shapes that follow from them. An int64_t that names an axis counts from
// behind where it is below 0; rank 0 counts as one axis.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
OPENACLNN_SHARED extern const RuleType kDimOf, kAxesOf, kReducedShapeOf, kShapeOfRows, kRowOf,
    kHalfShape;
}  // namespace rules

// `a`, an int64_t, is an axis of the tensor.
constexpr Rule DimOf(std::string_view a, std::string_view tensor) {
  return {.type = &rules::kDimOf, .names = {a, tensor}};
}

// `a`, an aclIntArray, has axes of the tensor, none of them twice.
constexpr Rule AxesOf(std::string_view a, std::string_view tensor) {
  return {.type = &rules::kAxesOf, .names = {a, tensor}};
}

// The shape of `a` is that of the tensor without the axes in `axes`. If `keeps`, a bool, is true,
// it has 1 in their place. A rule before this one says that these are axes.
constexpr Rule ReducedShapeOf(std::string_view a, std::string_view tensor, std::string_view axes,
                              std::string_view keeps) {
  return {.type = &rules::kReducedShapeOf, .names = {a, tensor, axes, keeps}};
}

// The shape of `a` is that of `b` without its last axis.
constexpr Rule ShapeOfRows(std::string_view a, std::string_view b) {
  return {.type = &rules::kShapeOfRows, .names = {a, b}};
}

// `a` has one axis, as long as the last one of the matrix.
constexpr Rule RowOf(std::string_view a, std::string_view matrix) {
  return {.type = &rules::kRowOf, .names = {a, matrix}};
}

// The shape of `half` is that of `whole` with half the extent along the axis `dim`, or, if that has
// no name, along the last one. That extent is even. A rule before this one says that `dim` is an
// axis.
constexpr Rule HalfShape(std::string_view half, std::string_view whole, std::string_view dim = {}) {
  return {.type = &rules::kHalfShape, .names = {half, whole, dim}};
}

}  // namespace openaclnn
