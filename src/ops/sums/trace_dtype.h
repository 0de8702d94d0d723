// The rule of the dtype of a sum without a dtype of its own.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kDtypeOfSum;
}  // namespace rules

// The dtype of `sum` is that of `terms`, or INT64 if those are integers or BOOL.
constexpr Rule DtypeOfSum(std::string_view sum, std::string_view terms) {
  return {.type = &rules::kDtypeOfSum, .names = {sum, terms}};
}

}  // namespace openaclnn
