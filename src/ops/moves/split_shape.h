// The rules of tensors that another one is split into, along an axis.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kSplitEvenly, kSplitBySizes;
}  // namespace rules

// The members of `list` are parts of `a` along the axis `dim`, all but the last of the size
// `sections`, an integer.
constexpr Rule SplitEvenly(std::string_view list, std::string_view a, std::string_view sections,
                           std::string_view dim) {
  return {.type = &rules::kSplitEvenly, .names = {list, a, sections, dim}};
}

// The members of `list` are parts of `a` along the axis `dim`, of the sizes in the array `sizes`.
constexpr Rule SplitBySizes(std::string_view list, std::string_view a, std::string_view sizes,
                            std::string_view dim) {
  return {.type = &rules::kSplitBySizes, .names = {list, a, sizes, dim}};
}

// How many parts there are by such a rule, whose other arguments are known.
std::optional<int64_t> CountParts(const RuleCall& call, const Rule& rule);

}  // namespace openaclnn
