// The in-place form of an operator, made from the spec of the other.
#pragma once

#include <string_view>

#include "base/dtype.h"
#include "engine/op_spec.h"

namespace openaclnn {
namespace in_place_internal {

// Whether a rule compares the one tensor with itself, or says less than what IsShapeOfOne leads to.
constexpr bool IsTrivial(const Rule& rule, std::string_view tensor) {
  switch (rule.kind) {
    case RuleKind::kSameDtype:
    case RuleKind::kSameShape:
    case RuleKind::kSameFormat:
    case RuleKind::kCastable:
      return rule.names[0] == rule.names[1];
    case RuleKind::kBroadcasts:
      return rule.names[0] == tensor || rule.names[1] == tensor;
    default:
      return false;
  }
}

// Whether operand and result are one in a rule about shapes: then the other operands broadcast to
// it.
constexpr bool IsShapeOfOne(const Rule& rule) {
  return rule.kind == RuleKind::kBroadcastShape && rule.names[0] == rule.names[1];
}

// The rule about the dtype of the tensor that `rule` is about, or null.
template <class Rules>
constexpr Rule* FindDtypeRule(Rules& rules, const Rule& rule) {
  for (Rule& other : rules) {
    const bool are_of_dtypes = other.kind == RuleKind::kDtypeIn && rule.kind == other.kind;
    if (are_of_dtypes && other.names == rule.names) return &other;
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
  for (Rule rule : forward.rules) {
    for (std::string_view& argument : rule.names) argument = renamed(argument);
    if (in_place_internal::IsTrivial(rule, tensor)) continue;
    if (in_place_internal::IsShapeOfOne(rule)) {
      for (size_t k = 2; k < rule.names.size() && !rule.names[k].empty(); ++k) {
        spec.rules[count++] = BroadcastsTo(rule.names[k], tensor);
      }
      continue;
    }
    Rule* const same = in_place_internal::FindDtypeRule(spec.rules, rule);
    if (same != nullptr) {
      same->dtypes = same->dtypes & rule.dtypes;
    } else {
      spec.rules[count++] = rule;
    }
  }
  return Resolved(spec);
}

}  // namespace openaclnn
