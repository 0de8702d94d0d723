// What the specs of operators need that compute with the members of lists, those of one index
// together.
// Title: Lists of tensors, optimizers
#pragma once

#include <array>
#include <string_view>

#include "engine/operator.h"
#include "engine/resolved.h"
#include "kinds/lists/spec.h"
#include "ops/lists/number_beside.h"
#include "ops/lists/number_for_each.h"
#include "ops/lists/operators.h"

namespace openaclnn {

inline constexpr DtypeSet kFloatAndInt32Dtypes = kFloatDtypes | DtypeSet(ACL_INT32);
inline constexpr DtypeSet kNarrowDtypes{ACL_INT16, ACL_INT8, ACL_UINT8};
inline constexpr Chips kBeforeAscend950{Chip::kAscend910B, Chip::kAscend910_93};
inline constexpr Chips kSinceAscend950{Chip::kAscend950};

// What an operator has besides `out`, a list.
struct ForeachSpec {
  std::string_view name, formula;
  std::array<std::string_view, 3>
      lists;                 // the operands; all have the dtypes and shapes of the first
  ArgumentSpec number = {};  // after them, if any: a scalar, a list of scalars, or a tensor
  Rule of_number = {};       // what holds of it
  DtypeSet dtypes;
  DtypeSet before_950 = {};  // those of them that are on chips before Ascend950 only
  Chips chips = kBfloat16Chips;
  Work work;
};

constexpr OpSpec Foreach(const ForeachSpec& of) {
  OpSpec spec = {.name = of.name,
                 .formula = of.formula,
                 .arguments = {},
                 .rules = {},
                 .chips = of.chips,
                 .work = of.work};
  const std::string_view first = of.lists[0];
  int arguments = 0, rules = 0;
  const auto add = [&](const Rule& rule) { spec.rules[rules++] = rule; };
  const auto add_of_others = [&](Rule (*rule)(std::string_view, std::string_view)) {
    for (size_t k = 1; k < of.lists.size(); ++k) {
      if (!of.lists[k].empty()) add(rule(of.lists[k], first));
    }
    add(rule("out", first));
  };
  for (const std::string_view list : of.lists) {
    if (!list.empty()) spec.arguments[arguments++] = Inputs(list);
  }
  if (of.number.kind != ArgumentKind::kNone) spec.arguments[arguments++] = of.number;
  spec.arguments[arguments] = Outputs("out");
  add_of_others(SameCount);
  add(DtypeIn(first, of.dtypes));
  if (of.before_950 != DtypeSet()) add(DtypeOnlyOn(first, of.before_950, kBeforeAscend950));
  add(OneDtype(first));
  add_of_others(SameDtype);
  if (of.of_number.type != nullptr) add(of.of_number);
  add(MaxRank(8));
  add_of_others(SameShape);
  const std::string_view read = of.work.names[kListsNumber];
  if (!read.empty()) add(OneElement(read));
  return spec;
}

// One scalar for all members of `list`.
constexpr Rule BesideAll(std::string_view scalar, std::string_view list) {
  return ScalarBeside(scalar, list, kSinceAscend950);
}

// The form of an operator whose scalar is the element of a tensor. `beside`: what holds of the
// tensor in place of BesideAll.
consteval OpSpec ByTensor(std::string_view name, const OpSpec& by_scalar, const Rule& beside,
                          Chips chips = kBfloat16Chips) {
  const std::string_view number = beside.names[0];
  OpSpec spec = by_scalar;
  spec.name = name;
  spec.plan_name = {};
  spec.chips = chips;
  spec.arguments[spec.IndexOf(number)] = Input(number);
  spec.work = Lists({.kernels = spec.work.kernels,
                     .set_more_params = spec.work.set_more_params,
                     .number = number});
  size_t kept = 0;
  spec.rules = {};
  for (const Rule& rule : RulesOf(by_scalar)) {
    if (rule.Is(rules::kDtypeOnlyOn) && !chips.Has(Chip::kAscend950)) continue;
    spec.rules[kept++] = rule.Is(rules::kScalarBeside) ? beside : rule;
  }
  spec.rules[kept] = OneElement(number);
  return Resolved(spec);
}

// The form of an operator that writes its results into its first list. Narrow integers are not
// among its dtypes.
consteval OpSpec ReplacingFirst(std::string_view name, std::string_view formula,
                                const OpSpec& elsewhere) {
  OpSpec spec = elsewhere;
  spec.name = name;
  spec.plan_name = {};
  spec.formula = formula;
  spec.chips = kBfloat16Chips;
  spec.arguments[0] = InOuts(spec.arguments[0].name);
  spec.arguments[spec.IndexOf("out")] = {};  // the last one
  size_t kept = 0;
  spec.rules = {};
  for (const Rule& rule : RulesOf(elsewhere)) {
    if (rule.names[0] == "out" || rule.Is(rules::kDtypeOnlyOn)) continue;
    spec.rules[kept] = rule;
    if (rule.Is(rules::kDtypeIn)) spec.rules[kept].dtypes = rule.dtypes & kFloatAndInt32Dtypes;
    ++kept;
  }
  return Resolved(spec);
}

}  // namespace openaclnn
