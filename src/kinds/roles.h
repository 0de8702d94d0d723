// Which part an argument has in the computation of an operator, for those who make calls of any
// operator: tests and tools. -1: no argument has it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/op_spec.h"
#include "kinds/channels/spec.h"
#include "kinds/elementwise/split.h"
#include "kinds/moves/spec.h"
#include "kinds/reduction/spec.h"
#include "kinds/rows/spec.h"

namespace openaclnn {
namespace roles_internal {

constexpr int8_t At(const OpSpec& spec, const Kind& kind, size_t role) {
  return spec.work.kind == &kind ? spec.work.at[role] : int8_t{-1};
}

}  // namespace roles_internal

constexpr int8_t ChannelOperandOf(const OpSpec& spec) {
  return roles_internal::At(spec, kChannelsKind, kChannelOperand);
}
constexpr int8_t ChannelSumsOf(const OpSpec& spec) {
  return roles_internal::At(spec, kChannelsKind, kChannelSums);
}
constexpr int8_t RowResultOf(const OpSpec& spec) {
  return roles_internal::At(spec, kRowsKind, kRowResult);
}
constexpr int8_t ReducedAxesOf(const OpSpec& spec) {
  const int8_t summed = roles_internal::At(spec, kReductionKind, kReducedAxes);
  return summed >= 0 ? summed : roles_internal::At(spec, kExtremesKind, kReducedAxes);
}
constexpr int8_t FillScalarOf(const OpSpec& spec) {
  return roles_internal::At(spec, kFillKind, kFillScalar);
}

constexpr bool IsOneElement(const OpSpec& spec, int argument) {
  return std::ranges::any_of(RulesOf(spec), [argument](const Rule& rule) {
    return rule.Is(rules::kOneElement) && rule.at[0] == argument;
  });
}
// Whether a tensor has the shape of a half.
constexpr bool IsHalf(const OpSpec& spec, int argument) {
  return HasSplit(spec) && spec.arguments[argument].IsTensor() && !IsSplit(spec, argument) &&
         !IsOneElement(spec, argument);
}
// Whether an operand comes before another one of elements, as gradOutput does.
constexpr bool IsFirstOfTwo(const OpSpec& spec, int argument) {
  const int8_t second = spec.operands_at[1];
  return argument == spec.operands_at[0] && second >= 0 && second != ChannelOperandOf(spec);
}

}  // namespace openaclnn
