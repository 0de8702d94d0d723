// The rule of tensors that a bool asks for.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kGivenWith;
}  // namespace rules

// `a`, which is optional, is not null if `flag` is true.
constexpr Rule GivenWith(std::string_view a, std::string_view flag) {
  return {.type = &rules::kGivenWith, .names = {a, flag}};
}

}  // namespace openaclnn
