// The rules of what is reduced along one axis, or taken from it, and of reductions that need
// elements.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kShapeWithoutAxis, kElementsAlong, kSizeWithin, kSizeAlong;
}  // namespace rules

// The shape of `a` is that of the tensor without the axis `axis`, an int64_t. If `keeps`, a bool,
// is true, it has 1 in its place. A rule before this one says that it is an axis.
constexpr Rule ShapeWithoutAxis(std::string_view a, std::string_view tensor, std::string_view axis,
                                std::string_view keeps) {
  return {.type = &rules::kShapeWithoutAxis, .names = {a, tensor, axis, keeps}};
}

// `size`, an int64_t, is from 0 to the size of the tensor along `axis`, an int64_t. A rule before
// this one says that it is an axis.
constexpr Rule SizeWithin(std::string_view size, std::string_view tensor, std::string_view axis) {
  return {.type = &rules::kSizeWithin, .names = {size, tensor, axis}};
}

// The shape of `a` is that of the tensor with the size `size` along `axis`.
constexpr Rule SizeAlong(std::string_view a, std::string_view tensor, std::string_view axis,
                         std::string_view size) {
  return {.type = &rules::kSizeAlong, .names = {a, tensor, axis, size}};
}

// The tensor has elements along the axes that `axes`, an int64_t or an aclIntArray, names. A rule
// before this one says that they are axes.
constexpr Rule ElementsAlong(std::string_view tensor, std::string_view axes) {
  return {.type = &rules::kElementsAlong, .names = {tensor, axes}};
}

}  // namespace openaclnn
