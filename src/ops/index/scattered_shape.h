// The rule of slices of a table that rows of indices name.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kScatteredNdShape;
}  // namespace rules

// The last axis of `indices` has a place for each of the first axes of `table`, from one to all.
// The shape of `updates` is that of `indices` without its last axis and, behind it, that of `table`
// without these. Rules before this one say that both have an axis.
constexpr Rule ScatteredNdShape(std::string_view updates, std::string_view table,
                                std::string_view indices) {
  return {.type = &rules::kScatteredNdShape, .names = {updates, table, indices}};
}

}  // namespace openaclnn
