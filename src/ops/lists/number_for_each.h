// The rule of tensors that have a number for each member of a list.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kNumberForEach;
}  // namespace rules

// `a` has the dtype of the members of `list`, and as many elements as there are members.
constexpr Rule NumberForEach(std::string_view a, std::string_view list) {
  return {.type = &rules::kNumberForEach, .names = {a, list}};
}

}  // namespace openaclnn
