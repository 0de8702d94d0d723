// What follows from what a spec says: made once, when the spec is compiled.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/dtype.h"
#include "base/ones.h"
#include "engine/op_spec.h"

namespace openaclnn {

// Which rules of a resolved spec AlikeRules are.
constexpr AlikeRules AlikeRulesOf(const OpSpec& spec) {
  AlikeRules alike;
  for (const DtypeInfo& info : kDtypes) alike.dtypes = alike.dtypes | DtypeSet(info.dtype);
  alike.most_axes = SIZE_MAX;
  for (int i = 0; i < spec.num_rules; ++i) {
    const Rule& rule = spec.rules[i];
    const bool is_of_tensors = std::ranges::all_of(
        rule.at, [&spec](int8_t at) { return at < 0 || spec.arguments[at].IsTensor(); });
    if (rule.alike == Alike::kNever || !is_of_tensors) continue;
    if (rule.alike == Alike::kByDtype) {
      if (rule.dtypes != DtypeSet()) alike.dtypes = alike.dtypes & rule.dtypes;
      alike.of_dtypes |= uint32_t{1} << i;
      continue;
    }
    if (rule.alike == Alike::kByRank) {
      alike.most_axes = std::min(alike.most_axes, static_cast<size_t>(rule.numbers[0]));
    }
    alike.of_shapes |= uint32_t{1} << i;
  }
  return alike;
}

// Whether Uses is true of an argument of a spec whose names are resolved.
constexpr bool IsUsed(const OpSpec& spec, int argument) {
  if (spec.operands_at[0] < 0 && spec.results_at[0] < 0) {
    return spec.arguments[argument].IsTensor() || spec.arguments[argument].IsTensorList();
  }
  const auto at = static_cast<int8_t>(argument);
  return std::ranges::find(spec.operands_at, at) != spec.operands_at.end() ||
         std::ranges::find(spec.results_at, at) != spec.results_at.end() ||
         (spec.arguments[argument].IsTensor() &&
          std::ranges::find(spec.work.at, at) != spec.work.at.end());
}

// Makes what follows from the rest of a spec; a name that is no argument does not compile.
consteval OpSpec Resolved(OpSpec spec) {
  const auto index = [&spec](std::string_view name) {
    const int i = spec.IndexOf(name);
    if (i < 0 && !name.empty()) throw "a rule or operand names no argument of the operator";
    return static_cast<int8_t>(i);
  };
  for (Rule& rule : spec.rules) {
    for (size_t k = 0; k < rule.at.size(); ++k) rule.at[k] = index(rule.names[k]);
  }
  for (int k = 0; k < kMaxOperands; ++k) spec.operands_at[k] = index(spec.operands[k]);
  for (int k = 0; k < 2; ++k) spec.results_at[k] = index(spec.results[k]);
  for (size_t k = 0; k < Work::kMostNames; ++k) spec.work.at[k] = index(spec.work.names[k]);
  spec.axis_at = index(spec.axis);
  spec.chooses_at = index(spec.chooses);
  spec.reduction_at = index(spec.reduction);
  spec.num_rules = 0;
  spec.choices_by = spec.promotion_by = -1;
  for (const Rule& rule : spec.rules) {
    if (rule.type == nullptr) break;
    if (rule.ends_if_empty && !spec.arguments[rule.at[0]].IsTensor()) {
      throw "SucceedIfEmpty names no tensor";
    }
    const bool promotes = rule.Is(rules::kPromotesInto) && spec.promotion_by < 0;
    if (promotes) spec.promotion_by = spec.num_rules;
    if (rule.lists_choices && rule.at[0] == spec.chooses_at) spec.choices_by = spec.num_rules;
    ++spec.num_rules;
  }
  spec.alike = AlikeRulesOf(spec);
  spec.has_numbers =
      spec.operands_at[0] < 0 || spec.reduction_at >= 0 || spec.work.set_more_params != nullptr ||
      std::ranges::any_of(spec.arguments,
                          [](const ArgumentSpec& argument) { return argument.IsNumber(); });
  spec.has_lists = false;
  spec.tensors = spec.tensor_lists = spec.unread = spec.written = spec.used = 0;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    const uint64_t bit = BitAt(i);
    if (spec.arguments[i].IsTensor()) spec.tensors |= bit;
    if (spec.arguments[i].IsTensorList()) spec.tensor_lists |= bit;
    if (spec.arguments[i].kind == ArgumentKind::kUnread) spec.unread |= bit;
    spec.has_lists = spec.has_lists || spec.arguments[i].IsList();
    if (spec.arguments[i].IsWritten()) spec.written |= bit;
    if (IsUsed(spec, i)) spec.used |= bit;
  }
  const std::string_view suffix = "GetWorkspaceSize";
  if (spec.name.size() + suffix.size() >= spec.plan_name.size()) throw "the name is too long";
  const auto end = std::copy(spec.name.begin(), spec.name.end(), spec.plan_name.begin());
  std::copy(suffix.begin(), suffix.end(), end);
  return spec;
}

// The same operator under another name.
consteval OpSpec Named(std::string_view name, OpSpec spec) {
  spec.name = name;
  return Resolved(spec);
}

}  // namespace openaclnn
