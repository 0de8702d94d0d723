// The rules of what is scanned along an axis that a scalar names, in a dtype that may be named.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kScalarDimOf, kHasDtypeIfNamed;
}  // namespace rules

// `a`, a scalar of integers, is an axis of the tensor.
constexpr Rule ScalarDimOf(std::string_view a, std::string_view tensor) {
  return {.type = &rules::kScalarDimOf, .names = {a, tensor}};
}

// `dtype`, an aclDataType, is ACL_DT_UNDEFINED or the dtype of `a`.
constexpr Rule HasDtypeIfNamed(std::string_view a, std::string_view dtype) {
  return {.type = &rules::kHasDtypeIfNamed, .names = {a, dtype}};
}

}  // namespace openaclnn
