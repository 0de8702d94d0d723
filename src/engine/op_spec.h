// An operator as data: its arguments, the rules they must obey and the chips that have it.
// Checks, messages, the contract tests and the documents are all made from this.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/chip.h"
#include "base/dtype.h"
#include "base/ones.h"
#include "base/shared.h"
#include "engine/argument_spec.h"
#include "engine/rules.h"
#include "engine/work.h"
#include "tensor/plan.h"

namespace openaclnn {

inline constexpr int kMaxArguments = 48;
inline constexpr int kMaxRules = 24;
inline constexpr int64_t kMean = 1;  // OpSpec::reduction

// What most operators accept, and what others do besides.
inline constexpr DtypeSet kFloatDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
inline constexpr DtypeSet kFloatAndDoubleDtypes = kFloatDtypes | DtypeSet(ACL_DOUBLE);
inline constexpr DtypeSet kIntegerDtypes{ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64};
inline constexpr DtypeSet kComplexDtypes{ACL_COMPLEX64, ACL_COMPLEX128};

// The rules of a spec, a bit for each, that hold where the tensors of a call are alike. Most calls
// have such tensors, and skip these rules.
struct AlikeRules {
  DtypeSet dtypes;         // tensors of one dtype of these, if the chip has it, obey
  uint32_t of_dtypes = 0;  // these rules,
  size_t most_axes = 0;    // and tensors of one shape of at most as many axes
  uint32_t of_shapes = 0;  // these
};

struct OpSpec {
  std::string_view name;                              // "aclnnHardtanhBackward"
  std::string_view formula;                           // one line; FormulaOf is for users
  std::array<ArgumentSpec, kMaxArguments> arguments;  // in the order of the C prototype
  std::array<Rule, kMaxRules> rules;                  // in the order of the contract
  Chips chips;
  // What the formula is called with and what it gives, in its order; all of one shape after
  // broadcasting, that of the first result.
  std::array<std::string_view, kMaxOperands> operands = {};
  std::array<std::string_view, 2> results = {};
  std::string_view axis = {};     // the argument that names an axis; by default it is the last one
  std::string_view chooses = {};  // the argument by which one of several kernels is chosen
  // The integer that says how the losses of elements become the loss: 0 not at all, kMean their
  // mean, 2 their sum. The only parameter of the formula of a gradient is then the divisor: the
  // number of elements for a mean, else 1.
  std::string_view reduction = {};
  Work work = {};
  // Only for an in-place form (engine/in_place.h): the names that its tensor has in `formula`.
  std::array<std::string_view, 2> joined = {};

  // Made by Resolved: where the names above are among the arguments (-1: no name), and
  // "aclnnHardtanhBackwardGetWorkspaceSize".
  std::array<int8_t, kMaxOperands> operands_at = {};
  std::array<int8_t, 2> results_at = {};
  int8_t axis_at = -1;
  int8_t chooses_at = -1;
  int8_t reduction_at = -1;
  std::array<char, 64> plan_name = {};
  // Arguments, a bit for each: tensors, lists of tensors, tensors that are not read; and
  // of the former two those that are written and
  // those of which Uses is true.
  uint64_t tensors = 0, tensor_lists = 0, unread = 0, written = 0, used = 0;
  bool has_lists = false;    // of tensors or scalars
  bool has_numbers = false;  // whether the first phase computes with floating-point numbers
  int8_t num_rules = 0;
  int8_t choices_by = -1;    // the rule that has the texts or integers that `chooses` may be
  int8_t promotion_by = -1;  // the first rule PromotesInto
  AlikeRules alike = {};

  constexpr int IndexOf(std::string_view argument) const {
    const int count = argument.empty() ? 0 : NumArguments();
    for (int i = 0; i < count; ++i) {
      if (arguments[i].name == argument) return i;
    }
    return -1;
  }
  // Whether the elements of a tensor, or of the tensors of a list, are read or written: those of
  // all, where the spec names no operands and no results.
  constexpr bool Uses(int argument) const {
    if (operands_at[0] < 0 && results_at[0] < 0) {
      return arguments[argument].IsTensor() || arguments[argument].IsTensorList();
    }
    const auto at = static_cast<int8_t>(argument);
    return std::find(operands_at.begin(), operands_at.end(), at) != operands_at.end() ||
           std::find(results_at.begin(), results_at.end(), at) != results_at.end() ||
           (arguments[argument].IsTensor() && std::ranges::find(work.at, at) != work.at.end());
  }
  constexpr int NumArguments() const {
    int n = 0;
    while (n < kMaxArguments && arguments[n].kind != ArgumentKind::kNone) ++n;
    return n;
  }
};

// The rules of a resolved spec.
constexpr std::span<const Rule> RulesOf(const OpSpec& spec) {
  return std::span(spec.rules).first(static_cast<size_t>(spec.num_rules));
}

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
    if (spec.Uses(i)) spec.used |= bit;
  }
  const std::string_view suffix = "GetWorkspaceSize";
  if (spec.name.size() + suffix.size() >= spec.plan_name.size()) throw "the name is too long";
  const auto end = std::copy(spec.name.begin(), spec.name.end(), spec.plan_name.begin());
  std::copy(suffix.begin(), suffix.end(), end);
  return spec;
}

// The formula in the names of the operator's own arguments: "selfRef = max(selfRef, 0)".
OPENACLNN_SHARED std::string FormulaOf(const OpSpec& spec);

}  // namespace openaclnn
