// The rules of tensors that have the elements of others in another order, or more than once.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kStacked, kRepeatedShape, kRepeatedEach, kRepeatedAlong, kSizeOf,
    kRollsAlong, kShapeOfInts, kPermutedShape, kExpandedShape,
    kRepeatedBy, kRepeatedAlongBy;
}  // namespace rules

// The members of `list` have one shape, and `a` has theirs with one axis more, `dim`, which is an
// axis of `a`, along which there are as many as members.
constexpr Rule Stacked(std::string_view a, std::string_view list, std::string_view dim) {
  return {.type = &rules::kStacked, .names = {a, list, dim}};
}

// `repeats` has how often `b` comes along each axis of `a`, axes before those of `b` too.
constexpr Rule RepeatedShape(std::string_view a, std::string_view b, std::string_view repeats) {
  return {.type = &rules::kRepeatedShape, .names = {a, b, repeats}};
}

// `a` has each element of `b`, in one row, `repeats` times, which is an integer.
constexpr Rule RepeatedEach(std::string_view a, std::string_view b, std::string_view repeats) {
  return {.type = &rules::kRepeatedEach, .names = {a, b, repeats}};
}
// The same with what lies at one place along the axis `dim` of `b`.
constexpr Rule RepeatedAlong(std::string_view a, std::string_view b, std::string_view repeats,
                             std::string_view dim) {
  return {.type = &rules::kRepeatedAlong, .names = {a, b, repeats, dim}};
}

// The same with an integer of the tensor `repeats` for each element, or one for all. The size of
// `a` is left to SizeOf.
constexpr Rule RepeatedBy(std::string_view a, std::string_view b, std::string_view repeats) {
  return {.type = &rules::kRepeatedBy, .names = {a, b, repeats}};
}
constexpr Rule RepeatedAlongBy(std::string_view a, std::string_view b, std::string_view repeats,
                               std::string_view dim) {
  return {.type = &rules::kRepeatedAlongBy, .names = {a, b, repeats, dim}};
}

// The integer `size` is that of the tensor `a`, which is not empty, along the axis `dim`, or, if
// that is not given, the only one.
constexpr Rule SizeOf(std::string_view size, std::string_view a, std::string_view dim = {}) {
  return {.type = &rules::kSizeOf, .names = {size, a, dim}};
}

// `shifts` has a number for each of `dims`, which are axes of `tensor`, or one if there are none.
constexpr Rule RollsAlong(std::string_view shifts, std::string_view dims, std::string_view tensor) {
  return {.type = &rules::kRollsAlong, .names = {shifts, dims, tensor}};
}

// `dims` has each axis of `b` once, in the order in which `a` has them; a rule before this one says
// that they are axes.
constexpr Rule PermutedShape(std::string_view a, std::string_view b, std::string_view dims) {
  return {.type = &rules::kPermutedShape, .names = {a, b, dims}};
}

// The shape of `a` is `size`, to which that of `b` broadcasts.
constexpr Rule ExpandedShape(std::string_view a, std::string_view b, std::string_view size) {
  return {.type = &rules::kExpandedShape, .names = {a, b, size}};
}

// The shape of `a` are the integers `b` and `c`.
constexpr Rule ShapeOfInts(std::string_view a, std::string_view b, std::string_view c) {
  return {.type = &rules::kShapeOfInts, .names = {a, b, c}};
}

}  // namespace openaclnn
