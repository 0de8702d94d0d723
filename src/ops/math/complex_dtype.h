// The rules of complex numbers beside real ones.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kComplexOf, kRealOf;
}  // namespace rules

// The parts of `a` have the dtype of `b`. All tensors but the result are usually FLOAT.
constexpr Rule ComplexOf(std::string_view a, std::string_view b) {
  return {.type = &rules::kComplexOf, .names = {a, b}};
}

// `a` has the dtype of `b`, one of these, or that of its parts where `b` is complex.
constexpr Rule RealOf(std::string_view a, std::string_view b, DtypeSet dtypes) {
  return {.type = &rules::kRealOf, .names = {a, b}, .dtypes = dtypes, .alike = Alike::kByDtype};
}

}  // namespace openaclnn
