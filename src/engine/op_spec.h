// An operator as data: its arguments, the rules they must obey and the products that have it.
// Checks, messages, the contract tests and the documents are all made from this.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/dtype.h"
#include "base/product.h"
#include "tensor/plan.h"

namespace openaclnn {

inline constexpr int kMaxArguments = 8;
inline constexpr int kMaxRules = 16;

// What most operators accept.
inline constexpr DtypeSet kFloatDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

enum class ArgumentKind : uint8_t { kNone, kInput, kOutput, kScalar, kDouble, kText };

struct ArgumentSpec {
  ArgumentKind kind = ArgumentKind::kNone;
  std::string_view name;  // as in the contract

  constexpr bool IsTensor() const {
    return kind == ArgumentKind::kInput || kind == ArgumentKind::kOutput;
  }
};
constexpr ArgumentSpec Input(std::string_view name) { return {ArgumentKind::kInput, name}; }
constexpr ArgumentSpec Output(std::string_view name) { return {ArgumentKind::kOutput, name}; }
constexpr ArgumentSpec ScalarInput(std::string_view name) { return {ArgumentKind::kScalar, name}; }
constexpr ArgumentSpec DoubleInput(std::string_view name) { return {ArgumentKind::kDouble, name}; }
constexpr ArgumentSpec TextInput(std::string_view name) { return {ArgumentKind::kText, name}; }

enum class RuleKind : uint8_t {
  kNone,
  kDtypeIn,         // a's dtype is in dtypes
  kSameDtype,       // a's dtype is b's
  kPromotesInto,    // a and b promote to a dtype in dtypes
  kPromotedDtype,   // a's dtype is what b and c promote to
  kMaxRank,         // the rank of every tensor is at most limit
  kSameShape,       // a's shape is b's
  kBroadcasts,      // a and b have a common broadcast shape
  kBroadcastShape,  // a's shape is the broadcast shape of b and c
  kBroadcastsTo,    // a broadcasts to exactly b's shape
  kChannelWeight,  // a is one weight, or one for each channel (axis 1) of b; c has the shape of its
                   // gradient
  kTextIn,         // a is one of texts
};

// References to arguments are made by name and resolved when the spec is compiled.
struct Rule {
  RuleKind kind = RuleKind::kNone;
  std::array<std::string_view, 3> names = {};
  DtypeSet dtypes = {};
  int limit = 0;
  std::array<std::string_view, 2> texts = {};
  std::array<int8_t, 3> at = {-1, -1, -1};  // indices of the named arguments
};
constexpr Rule DtypeIn(std::string_view a, DtypeSet dtypes) {
  return {.kind = RuleKind::kDtypeIn, .names = {a}, .dtypes = dtypes};
}
constexpr Rule SameDtype(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kSameDtype, .names = {a, b}};
}
constexpr Rule PromotesInto(std::string_view a, std::string_view b, DtypeSet dtypes) {
  return {.kind = RuleKind::kPromotesInto, .names = {a, b}, .dtypes = dtypes};
}
constexpr Rule PromotedDtype(std::string_view a, std::string_view b, std::string_view c) {
  return {.kind = RuleKind::kPromotedDtype, .names = {a, b, c}};
}
constexpr Rule MaxRank(int limit) { return {.kind = RuleKind::kMaxRank, .limit = limit}; }
constexpr Rule SameShape(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kSameShape, .names = {a, b}};
}
constexpr Rule Broadcasts(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kBroadcasts, .names = {a, b}};
}
constexpr Rule BroadcastShape(std::string_view a, std::string_view b, std::string_view c) {
  return {.kind = RuleKind::kBroadcastShape, .names = {a, b, c}};
}
constexpr Rule BroadcastsTo(std::string_view a, std::string_view b) {
  return {.kind = RuleKind::kBroadcastsTo, .names = {a, b}};
}
constexpr Rule ChannelWeight(std::string_view weight, std::string_view self,
                             std::string_view gradient) {
  return {.kind = RuleKind::kChannelWeight, .names = {weight, self, gradient}};
}
constexpr Rule TextIn(std::string_view a, std::string_view first, std::string_view second) {
  return {.kind = RuleKind::kTextIn, .names = {a}, .texts = {first, second}};
}

struct OpSpec {
  std::string_view name;                              // "aclnnHardtanhBackward"
  std::string_view formula;                           // one line, for `describe` and the documents
  std::array<ArgumentSpec, kMaxArguments> arguments;  // in the order of the C prototype
  std::array<Rule, kMaxRules> rules;                  // in the order of the contract
  Products products;
  // What the formula is called with and what it gives, in its order; all of one shape after
  // broadcasting, that of the first result.
  std::array<std::string_view, kMaxOperands> operands = {};
  std::array<std::string_view, 2> results = {};
  // The operand that holds one value for each channel, and the output that receives the sums of the
  // formula's terms over each channel; empty for operators without sums.
  std::string_view channel_operand = {};
  std::string_view channel_sums = {};

  // Made by Resolved: where the names above are among the arguments (-1: no name), and
  // "aclnnHardtanhBackwardGetWorkspaceSize".
  std::array<int8_t, kMaxOperands> operands_at = {};
  std::array<int8_t, 2> results_at = {};
  int8_t channel_operand_at = -1;
  int8_t channel_sums_at = -1;
  std::array<char, 64> plan_name = {};

  constexpr int IndexOf(std::string_view argument) const {
    for (int i = 0; i < kMaxArguments; ++i) {
      if (arguments[i].kind != ArgumentKind::kNone && arguments[i].name == argument) return i;
    }
    return -1;
  }
  constexpr int NumArguments() const {
    int n = 0;
    while (n < kMaxArguments && arguments[n].kind != ArgumentKind::kNone) ++n;
    return n;
  }
};

// Makes what follows from the rest of a spec; a name that is no argument does not compile.
consteval OpSpec Resolved(OpSpec spec) {
  const auto index = [&spec](std::string_view name) {
    const int i = spec.IndexOf(name);
    if (i < 0 && !name.empty()) throw "a rule or operand names no argument of the operator";
    return static_cast<int8_t>(i);
  };
  for (Rule& rule : spec.rules) {
    for (int k = 0; k < 3; ++k) rule.at[k] = index(rule.names[k]);
  }
  for (int k = 0; k < kMaxOperands; ++k) spec.operands_at[k] = index(spec.operands[k]);
  for (int k = 0; k < 2; ++k) spec.results_at[k] = index(spec.results[k]);
  spec.channel_operand_at = index(spec.channel_operand);
  spec.channel_sums_at = index(spec.channel_sums);
  const std::string_view suffix = "GetWorkspaceSize";
  if (spec.name.size() + suffix.size() >= spec.plan_name.size()) throw "the name is too long";
  const auto end = std::copy(spec.name.begin(), spec.name.end(), spec.plan_name.begin());
  std::copy(suffix.begin(), suffix.end(), end);
  return spec;
}

}  // namespace openaclnn
