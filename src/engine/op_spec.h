// An operator as data: its arguments, the rules they must obey and the chips that have it.
// Checks, messages, the contract tests and the documents are all made from this.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/chip.h"
#include "base/dtype.h"
#include "base/ones.h"
#include "engine/argument_spec.h"
#include "engine/rules.h"
#include "engine/work.h"
#include "tensor/max_operands.h"

namespace openaclnn {

inline constexpr int kMaxRules = 26;
inline constexpr int64_t kMean = 1;  // OpSpec::reduction

// What most operators accept, and what others do besides.
inline constexpr DtypeSet kFloatDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
inline constexpr DtypeSet kFloatAndDoubleDtypes = kFloatDtypes | DtypeSet(ACL_DOUBLE);
inline constexpr DtypeSet kIntegerDtypes{ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64};
inline constexpr DtypeSet kComplexDtypes{ACL_COMPLEX64, ACL_COMPLEX128};
inline constexpr DtypeSet kFloatAndComplexDtypes = kFloatAndDoubleDtypes | kComplexDtypes;

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
  std::string_view formula;                           // one line; for users: engine/formula_of.h
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

  // Made by Resolved (engine/resolved.h): where the names above are among the arguments (-1: no
  // name), and "aclnnHardtanhBackwardGetWorkspaceSize".
  std::array<int8_t, kMaxOperands> operands_at = {};
  std::array<int8_t, 2> results_at = {};
  int8_t axis_at = -1;
  int8_t chooses_at = -1;
  int8_t reduction_at = -1;
  std::array<char, 64> plan_name = {};
  // Arguments, a bit for each: tensors, lists of tensors, tensors that are not read; and of the
  // former two those that are written and those of which Uses is true.
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
  constexpr bool Uses(int argument) const { return (used & BitAt(argument)) != 0; }
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

}  // namespace openaclnn
