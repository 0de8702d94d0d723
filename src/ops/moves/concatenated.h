// The rules of tensors that follow each other along an axis.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kHasMembers, kConcatenated;
}  // namespace rules

// `list`, of tensors, is not empty.
constexpr Rule HasMembers(std::string_view list) {
  return {.type = &rules::kHasMembers, .names = {list}};
}

// `dim`, an integer, is an axis of the members of `list`. These have one shape, except for the size
// along it, and the shape of `a` is theirs with the sum of these sizes.
constexpr Rule Concatenated(std::string_view a, std::string_view list, std::string_view dim) {
  return {.type = &rules::kConcatenated, .names = {a, list, dim}};
}

}  // namespace openaclnn
