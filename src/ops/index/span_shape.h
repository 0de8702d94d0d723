// The rules of what is written along an axis from where integers say on, and of what comes several
// times along one and is summed again.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kSpansInRows, kSpansInMembers, kOneForEachSpan, kSummedShape;
}  // namespace rules

// `updates` has a span for each row of `table`, or for some of them: no more of axis 0, no more
// along `axis`, which is another one, and as many along the rest. `starts` is a number where there
// is one span, a vector with one for each, or a matrix of two columns.
constexpr Rule SpansInRows(std::string_view updates, std::string_view table,
                           std::string_view starts, std::string_view axis) {
  return {.type = &rules::kSpansInRows, .names = {updates, table, starts, axis}};
}

// `updates` has one more axis, the first, than the members of `list`, whose shapes are one, and a
// span for each of them: no more along `axis`, an axis of `updates` other than the first, and as
// many along the rest. `starts` is a vector with one for each, or a matrix of two columns.
constexpr Rule SpansInMembers(std::string_view updates, std::string_view list,
                              std::string_view starts, std::string_view axis) {
  return {.type = &rules::kSpansInMembers, .names = {updates, list, starts, axis}};
}

// The shape of `a` is [the size of `updates` along its first axis].
constexpr Rule OneForEachSpan(std::string_view a, std::string_view updates) {
  return {.type = &rules::kOneForEachSpan, .names = {a, updates}};
}

// `a` has as many elements as `terms` with as many along the axis `dim` as `repeats` has elements,
// or, if that has one, with any count there. `repeats` has at most one axis, and elements. A rule
// before this one says that `dim` is an axis.
constexpr Rule SummedShape(std::string_view a, std::string_view terms, std::string_view repeats,
                           std::string_view dim) {
  return {.type = &rules::kSummedShape, .names = {a, terms, repeats, dim}};
}

}  // namespace openaclnn
