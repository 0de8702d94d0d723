// The in-place form of an operator, made from the spec of the other.
#pragma once

#include <string_view>

#include "base/dtype.h"
#include "engine/op_spec.h"
#include "engine/resolved.h"

namespace openaclnn {
namespace in_place_internal {

// Whether a rule says nothing of the one tensor, or less than another rule.
constexpr bool Goes(const Rule& rule, std::string_view tensor) {
  const bool is_first = rule.names[0] == tensor, is_second = rule.names[1] == tensor;
  return (rule.in_place == InPlaceForm::kIsTrivial && rule.names[0] == rule.names[1]) ||
         (rule.in_place == InPlaceForm::kIsImplied && (is_first || is_second));
}

// Whether operand and result are one in a rule about shapes: then the other operands broadcast to
// it.
constexpr bool IsShapeOfOne(const Rule& rule) {
  return rule.in_place == InPlaceForm::kBroadcastsTo && rule.names[0] == rule.names[1];
}

// The rule among `rules` that becomes one with `rule`, or null.
template <class Rules>
constexpr Rule* FindSame(Rules& rules, const Rule& rule) {
  if (rule.in_place != InPlaceForm::kIntersects) return nullptr;
  for (Rule& other : rules) {
    if (other.type == rule.type && other.names == rule.names) return &other;
  }
  return nullptr;
}

}  // namespace in_place_internal

// The spec of an operator that writes its result into its first operand: `tensor` takes the place
// of both, has a dtype that either may have, and all else, kernels too, is as in `forward`.
consteval OpSpec InPlace(const OpSpec& forward, std::string_view name,
                         std::string_view tensor = "selfRef") {
  OpSpec spec = forward;
  const std::string_view input = forward.operands[0], output = forward.results[0];
  const auto renamed = [=](std::string_view argument) {
    return argument == input || argument == output ? tensor : argument;
  };
  spec.name = name;
  spec.plan_name = {};
  spec.joined = {input, output};

  spec.arguments = {};
  int count = 0;
  for (const ArgumentSpec& argument : forward.arguments) {
    if (argument.kind == ArgumentKind::kNone || argument.name == output) continue;
    spec.arguments[count++] = argument.name == input ? InOut(tensor) : argument;
  }
  for (std::string_view& operand : spec.operands) operand = renamed(operand);
  for (std::string_view& result : spec.results) result = renamed(result);

  spec.rules = {};
  count = 0;
  for (Rule rule : RulesOf(forward)) {
    for (std::string_view& argument : rule.names) argument = renamed(argument);
    if (in_place_internal::Goes(rule, tensor)) continue;
    if (in_place_internal::IsShapeOfOne(rule)) {
      for (size_t k = 2; k < rule.names.size() && !rule.names[k].empty(); ++k) {
        spec.rules[count++] = BroadcastsTo(rule.names[k], tensor);
      }
      continue;
    }
    Rule* const same = in_place_internal::FindSame(spec.rules, rule);
    if (same != nullptr) {
      same->dtypes = same->dtypes & rule.dtypes;
    } else {
      spec.rules[count++] = rule;
    }
  }
  return Resolved(spec);
}

}  // namespace openaclnn
