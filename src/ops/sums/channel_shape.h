// The rules of tensors whose rows, channels or groups of channels are normalised.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kLastShapeOf, kLastShapeOrRow, kCountOfRows, kOneForChannel, kOneForChannelIf,
    kOneForEachPart, kBatchSizes, kCountOfBatch, kDividesChannels, kDividesCount, kGroupsShape,
    kCountOfGroups, kCountIs, kGivenBeside;
}  // namespace rules

// The shape of `a` is that of the last axes of `x`, at least one.
constexpr Rule LastShapeOf(std::string_view a, std::string_view x) {
  return {.type = &rules::kLastShapeOf, .names = {a, x}};
}
// The same, or [1, the last size of `x`].
constexpr Rule LastShapeOrRow(std::string_view a, std::string_view x) {
  return {.type = &rules::kLastShapeOrRow, .names = {a, x}};
}
// `a` has an element for each row of `x`, which has the shape of `row`.
constexpr Rule CountOfRows(std::string_view a, std::string_view x, std::string_view row) {
  return {.type = &rules::kCountOfRows, .names = {a, x, row}};
}
// `a` has one axis, as long as axis 1 of `x`.
constexpr Rule OneForChannel(std::string_view a, std::string_view x) {
  return {.type = &rules::kOneForChannel, .names = {a, x}};
}
// The same if `flag`, a bool, is true; else `a` may have no elements, too.
constexpr Rule OneForChannelIf(std::string_view a, std::string_view x, std::string_view flag) {
  return {.type = &rules::kOneForChannelIf, .names = {a, x, flag}};
}
// The shape of `a` is [the size of `parts`, which has one axis, the size of axis 1 of `x`].
constexpr Rule OneForEachPart(std::string_view a, std::string_view parts, std::string_view x) {
  return {.type = &rules::kOneForEachPart, .names = {a, parts, x}};
}
// The shape of `x` is [n, channels, ...], with `inner` elements for each of these.
constexpr Rule BatchSizes(std::string_view x, std::string_view n, std::string_view channels,
                          std::string_view inner) {
  return {.type = &rules::kBatchSizes, .names = {x, n, channels, inner}};
}
// `x` has n * channels * inner elements.
constexpr Rule CountOfBatch(std::string_view x, std::string_view n, std::string_view channels,
                            std::string_view inner) {
  return {.type = &rules::kCountOfBatch, .names = {x, n, channels, inner}};
}
// `groups`, an int64_t above 0, divides the size of axis 1 of `x`.
constexpr Rule DividesChannels(std::string_view groups, std::string_view x) {
  return {.type = &rules::kDividesChannels, .names = {groups, x}};
}
// `groups`, an int64_t above 0, divides the integer `channels`.
constexpr Rule DividesCount(std::string_view groups, std::string_view channels) {
  return {.type = &rules::kDividesCount, .names = {groups, channels}};
}
// The shape of `a` is [the size of axis 0 of `x`, groups].
constexpr Rule GroupsShape(std::string_view a, std::string_view x, std::string_view groups) {
  return {.type = &rules::kGroupsShape, .names = {a, x, groups}};
}
// `a` has n * groups elements.
constexpr Rule CountOfGroups(std::string_view a, std::string_view n, std::string_view groups) {
  return {.type = &rules::kCountOfGroups, .names = {a, n, groups}};
}
// `a` has `count` elements, an int64_t.
constexpr Rule CountIs(std::string_view a, std::string_view count) {
  return {.type = &rules::kCountIs, .names = {a, count}};
}
// `a` is not null if `b` is not.
constexpr Rule GivenBeside(std::string_view a, std::string_view b) {
  return {.type = &rules::kGivenBeside, .names = {a, b}};
}
}  // namespace openaclnn
