// The rules of tensors that have one number for all members of a list.
#pragma once

#include "base/chip.h"
#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kNumberBeside, kWideNumberBeside;
}  // namespace rules

// `a` is FLOAT beside FLOAT and BFLOAT16 of `list`, FLOAT16 beside FLOAT16, INT32 beside integers.
constexpr Rule NumberBeside(std::string_view a, std::string_view list) {
  return {.type = &rules::kNumberBeside, .names = {a, list}};
}

// The same, and on these chips FLOAT beside FLOAT16, too.
constexpr Rule WideNumberBeside(std::string_view a, std::string_view list, Chips chips) {
  return {.type = &rules::kWideNumberBeside, .names = {a, list}, .chips = chips};
}

}  // namespace openaclnn
