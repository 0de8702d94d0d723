// The rule of the axis along which vectors have their three components.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kThreeAlong;
}  // namespace rules

// The shape of `out`, to which the inputs broadcast, has the size 3 where `dim` says: an axis of
// `self`, whose last one is the last one of `out`.
constexpr Rule ThreeAlong(std::string_view out, std::string_view dim, std::string_view self,
                          std::string_view other) {
  return {.type = &rules::kThreeAlong, .names = {out, dim, self, other}};
}

}  // namespace openaclnn
