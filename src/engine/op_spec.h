// An operator as data: its arguments, the rules they must obey and the products that have it.
// Checks, messages, the contract tests and the documents are all made from this.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/dtype.h"
#include "base/ones.h"
#include "base/product.h"
#include "base/shared.h"
#include "engine/argument_spec.h"
#include "engine/rules.h"
#include "tensor/plan.h"

namespace openaclnn {

struct Argument;
struct Kernel;
struct Kind;
struct Params;

inline constexpr int kMaxArguments = 8;
inline constexpr int kMaxRules = 16;
inline constexpr int64_t kMean = 1;  // OpSpec::reduction

// What most operators accept, and what others do besides.
inline constexpr DtypeSet kFloatDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
inline constexpr DtypeSet kFloatAndDoubleDtypes = kFloatDtypes | DtypeSet(ACL_DOUBLE);
inline constexpr DtypeSet kIntegerDtypes{ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64};
inline constexpr DtypeSet kComplexDtypes{ACL_COMPLEX64, ACL_COMPLEX128};

// How an operator finds its kernels once the SIMD target is settled: one, or one for each text or
// integer that OpSpec::chooses may be, in the order of its rule, or for false and true, or for an
// optional tensor that is null and for one that is given, or for real and for complex operands.
struct Kernels {
  using Get = const Kernel* (*)();
  Get choices[3];
};

// Sets the parameters that do not follow from scalars alone; those of scalars and doubles, in their
// order, are there already. `arguments` have passed the checks.
using SetMoreParams = void (*)(std::span<const Argument> arguments, Params& params);

// How a result that is a real number becomes an element of integers, saturating.
enum class IntegerResults : uint8_t { kTruncated, kNearest };

// What comes of elements that are compared with each other, or with scalars, exactly as they are.
enum class Comparison : uint8_t {
  kNone,
  kTells,    // a truth, 1 or 0: operands of integers are compared as integers
  kChooses,  // one of the numbers, rounded once: as integers where the result has integers, too
};

// The rules of a spec, a bit for each, that need no look of their own where the tensors of a call
// are alike, as those of most calls are.
struct AlikeRules {
  DtypeSet dtypes;         // tensors of one dtype of these, if the product has it, obey
  uint32_t of_dtypes = 0;  // these rules,
  size_t most_axes = 0;    // and tensors of one shape of at most as many axes
  uint32_t of_shapes = 0;  // these
};

struct OpSpec {
  std::string_view name;                              // "aclnnHardtanhBackward"
  std::string_view formula;                           // one line; FormulaOf is for users
  std::array<ArgumentSpec, kMaxArguments> arguments;  // in the order of the C prototype
  std::array<Rule, kMaxRules> rules;                  // in the order of the contract
  Products products;
  const Kind* kind = nullptr;  // of computation; the spec.h of each kind declares it
  // What the formula is called with and what it gives, in its order; all of one shape after
  // broadcasting, that of the first result.
  std::array<std::string_view, kMaxOperands> operands = {};
  std::array<std::string_view, 2> results = {};
  // Only for kChannels: the operand with one value for each channel, and the output that receives
  // the sums of the formula's terms over each channel, if there is one.
  std::string_view channel_operand = {};
  std::string_view channel_sums = {};
  // Tensors cut in two along an axis: each is two operands, or two results, its first half and then
  // its second, or the other way round where the bool `swaps_halves` is true.
  std::array<std::string_view, 2> halves = {};
  std::string_view swaps_halves = {};
  // The argument that names the axis of halves or rows; by default it is the last one.
  std::string_view axis = {};
  std::string_view row_result = {};  // of rows: the output that receives a number for each row
  // Only for kReduction: the arguments that name the axes and the dtype of the sums, and whether
  // sums are divided by the number of their elements.
  std::string_view axes = {};
  std::string_view sum_dtype = {};
  bool averages = false;
  Kernels kernels = {};
  std::string_view chooses = {};  // the argument by which one of several kernels is chosen
  SetMoreParams set_more_params = nullptr;
  // Only for kFill: the scalar that the elements become, or, if it has no name, the number.
  std::string_view fill = {};
  double fill_number = 0;
  // Only for the gradient of a loss: the integer that says how the losses of elements become the
  // loss: 0 not at all, kMean their mean, 2 their sum. The formula's only parameter is then the
  // divisor: the number of elements for a mean, else 1.
  std::string_view reduction = {};
  // Operands and results of several dtypes are computed with in double, and so rounded once.
  bool wide_mixtures = false;
  // Integers whose result is DOUBLE are computed with in double.
  bool wide_integers = false;
  // The quotient of operands that promote to integers is a FLOAT unless the result has integers.
  bool integer_quotients = false;
  Comparison comparison = Comparison::kNone;
  IntegerResults integer_results = IntegerResults::kTruncated;
  // Only for an in-place form (engine/in_place.h): the names that its tensor has in `formula`.
  std::array<std::string_view, 2> joined = {};

  // Made by Resolved: where the names above are among the arguments (-1: no name), and
  // "aclnnHardtanhBackwardGetWorkspaceSize".
  std::array<int8_t, kMaxOperands> operands_at = {};
  std::array<int8_t, 2> results_at = {};
  int8_t channel_operand_at = -1;
  int8_t channel_sums_at = -1;
  std::array<int8_t, 2> halves_at = {};
  int8_t swaps_halves_at = -1;
  int8_t axis_at = -1;
  int8_t row_result_at = -1;
  int8_t axes_at = -1;
  int8_t sum_dtype_at = -1;
  int8_t chooses_at = -1;
  int8_t fill_at = -1;
  int8_t reduction_at = -1;
  std::array<char, 64> plan_name = {};
  // Arguments, a bit for each: tensors, those that are written, those of which Uses is true.
  uint8_t tensors = 0, written = 0, used = 0;
  bool has_numbers = false;  // whether the first phase computes with floating-point numbers
  int8_t num_rules = 0;
  int8_t choices_by = -1;    // the rule that has the texts or integers that `chooses` may be
  int8_t promotion_by = -1;  // the first rule PromotesInto
  AlikeRules alike = {};

  constexpr int IndexOf(std::string_view argument) const {
    for (int i = 0; i < kMaxArguments; ++i) {
      if (arguments[i].kind != ArgumentKind::kNone && arguments[i].name == argument) return i;
    }
    return -1;
  }
  // Whether an argument is a tensor that is cut in two.
  constexpr bool IsCut(int argument) const {
    return argument >= 0 && (argument == halves_at[0] || argument == halves_at[1]);
  }
  // Whether the elements of a tensor are read or written.
  constexpr bool Uses(int argument) const {
    const auto at = static_cast<int8_t>(argument);
    return std::find(operands_at.begin(), operands_at.end(), at) != operands_at.end() ||
           std::find(results_at.begin(), results_at.end(), at) != results_at.end() ||
           at == channel_operand_at || at == channel_sums_at || at == row_result_at;
  }
  // Whether an operand comes before another one of elements, as gradOutput does.
  constexpr bool IsFirstOfTwo(int argument) const {
    const int8_t second = operands_at[1];
    return argument == operands_at[0] && second >= 0 && second != channel_operand_at;
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
      alike.of_dtypes |= BitAt(i);
      continue;
    }
    if (rule.alike == Alike::kByRank) {
      alike.most_axes = std::min(alike.most_axes, static_cast<size_t>(rule.numbers[0]));
    }
    alike.of_shapes |= BitAt(i);
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
  spec.channel_operand_at = index(spec.channel_operand);
  spec.channel_sums_at = index(spec.channel_sums);
  for (int k = 0; k < 2; ++k) spec.halves_at[k] = index(spec.halves[k]);
  spec.swaps_halves_at = index(spec.swaps_halves);
  spec.axis_at = index(spec.axis);
  spec.row_result_at = index(spec.row_result);
  spec.axes_at = index(spec.axes);
  spec.sum_dtype_at = index(spec.sum_dtype);
  spec.chooses_at = index(spec.chooses);
  spec.fill_at = index(spec.fill);
  spec.reduction_at = index(spec.reduction);
  spec.num_rules = 0;
  spec.choices_by = spec.promotion_by = -1;
  for (const Rule& rule : spec.rules) {
    if (rule.type == nullptr) break;
    const bool promotes = rule.Is(rules::kPromotesInto) && spec.promotion_by < 0;
    if (promotes) spec.promotion_by = spec.num_rules;
    if (rule.lists_choices && rule.at[0] == spec.chooses_at) spec.choices_by = spec.num_rules;
    ++spec.num_rules;
  }
  spec.alike = AlikeRulesOf(spec);
  spec.has_numbers =
      spec.operands_at[0] < 0 || spec.reduction_at >= 0 || spec.set_more_params != nullptr ||
      std::ranges::any_of(spec.arguments, [](const ArgumentSpec& argument) {
        return argument.kind == ArgumentKind::kScalar || argument.kind == ArgumentKind::kDouble;
      });
  spec.tensors = spec.written = spec.used = 0;
  for (int i = 0; i < kMaxArguments; ++i) {
    const auto bit = static_cast<uint8_t>(BitAt(i));
    if (spec.arguments[i].IsTensor()) spec.tensors |= bit;
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
