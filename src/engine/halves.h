// What the tensors are that an operator takes besides those that it cuts in two (OpSpec::halves).
#pragma once

#include <algorithm>

#include "engine/op_spec.h"

namespace openaclnn {

constexpr bool HasHalves(const OpSpec& spec) { return spec.halves_at[0] >= 0; }

constexpr bool IsOneElement(const OpSpec& spec, int argument) {
  return std::ranges::any_of(RulesOf(spec), [argument](const Rule& rule) {
    return rule.Is(rules::kOneElement) && rule.at[0] == argument;
  });
}

// Whether a tensor has the shape of a half.
constexpr bool IsHalf(const OpSpec& spec, int argument) {
  return HasHalves(spec) && spec.arguments[argument].IsTensor() && !spec.IsCut(argument) &&
         !IsOneElement(spec, argument);
}

}  // namespace openaclnn
