// The rule of the shape of a loss.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kLossShape, kLossShapeOfBoth, kLossShapeAlongFirst, kLossOfIntegers,
    kShapeOfPixels, kClassesOf;
}  // namespace rules

// The shape of `loss` is that of `target` if `reduction`, an int64_t, is 0 and `target` has an
// axis; else `loss` has one element, along at most one axis.
constexpr Rule LossShape(std::string_view loss, std::string_view target,
                         std::string_view reduction) {
  return {.type = &rules::kLossShape, .names = {loss, target, reduction}};
}

// The shape of `loss` is the broadcast shape of `a` and `b` if `reduction`, an int64_t, is 0; else
// it has one element, along at most `most_axes` axes. A rule before this one says that they
// broadcast.
constexpr Rule LossShapeOfBoth(std::string_view loss, std::string_view a, std::string_view b,
                               std::string_view reduction, int most_axes) {
  return {
      .type = &rules::kLossShapeOfBoth, .names = {loss, a, b, reduction}, .numbers = {most_axes}};
}

// The same with a shape for another `reduction`: the broadcast shape without its first axis.
constexpr Rule LossShapeAlongFirst(std::string_view loss, std::string_view a, std::string_view b,
                                   std::string_view reduction) {
  return {.type = &rules::kLossShapeAlongFirst, .names = {loss, a, b, reduction}};
}

// Where `a` and `b` promote to integers `reduction` is no mean.
constexpr Rule LossOfIntegers(std::string_view reduction, std::string_view a, std::string_view b) {
  return {.type = &rules::kLossOfIntegers, .names = {reduction, a, b}};
}

// The shape of `a` is that of `images` without axis 1, that of the classes. Rules before this one
// say that the ranks are 3 and 4.
constexpr Rule ShapeOfPixels(std::string_view a, std::string_view images) {
  return {.type = &rules::kShapeOfPixels, .names = {a, images}};
}

// `a` has one axis, as long as axis 1 of `images`. A rule before this one says that there is one.
constexpr Rule ClassesOf(std::string_view a, std::string_view images) {
  return {.type = &rules::kClassesOf, .names = {a, images}};
}

}  // namespace openaclnn
