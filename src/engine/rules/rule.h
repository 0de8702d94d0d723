// A rule is what an operator demands of its arguments. A rule type is what rules of one sort share:
// what they check, their words, the dtypes that they leave possible, and the dtype or shape of an
// output that follows from them. A type stands in one place: a file of this folder, by its subject,
// or, if one room alone has such rules, a file of that room.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/chip.h"
#include "base/dtype.h"
#include "base/shared.h"

namespace openaclnn {

class PossibleDtypes;  // engine/rules/possible_dtypes.h
class RuleCall;        // engine/rules/rule_call.h
class Status;          // base/status.h
struct Inferred;       // engine/rules/infer.h
struct OpSpec;         // engine/op_spec.h
struct Rule;

// What a rule demands, as users read it. In braces stand what a rule has in their place:
//
//   {a} {b} {c} {d}           its arguments
//   {all} {others}            all of them, and all except the first: "self and other"
//   {dtypes} {products}       its dtypes and chips: "FLOAT, FLOAT16 or DOUBLE"
//   {choices}                 its texts or numbers: "0, 1 or 2"
//   {first} {second} {third}  its numbers
//   {axes}                    its first number with a unit: "one axis"
//   {count}                   its first two numbers, from one to the other: "1 to 4", "3"
struct Wording {
  std::string_view text = {};
  std::string_view without_c = {};  // for rules without a third argument; empty: `text`

  constexpr std::string_view For(const Rule& rule) const;
};

// All functions may be null.
struct RuleType {
  std::string_view name;  // that of the function that makes such rules: "SameDtype"
  // Refuses what breaks the rule. The objects of all arguments are found, no tensor that the rule
  // names is null, and the rules before it hold.
  Status (*check)(const RuleCall& call, const Rule& rule) = nullptr;
  // For types that many specs have: whether a quick look, without room for a message, tells that
  // the rule holds. Tensors that it names may be null.
  bool (*glance)(const RuleCall& call, const Rule& rule) = nullptr;
  // Refuses nulls that may not come together. It is called if any argument is null, before other
  // checks; no objects are found yet.
  Status (*check_nulls)(const RuleCall& call, const Rule& rule) = nullptr;
  Wording sentence = {};
  Wording python_sentence = {};  // where Python's documentation says it otherwise; else empty
  // Takes away dtypes that an argument cannot have.
  void (*narrow)(const Rule& rule, PossibleDtypes& possible) = nullptr;
  // Sets what the rule says of an output, which is its argument number `inferred`.
  Status (*infer)(const RuleCall& call, const Rule& rule, Inferred& output) = nullptr;
  int8_t inferred = 0;
  // What a tensor is in an ordinary call, where dtypes go together: ACL_DT_UNDEFINED is null.
  aclDataType (*usual)(const OpSpec& spec, int argument) = nullptr;
  // Whether the functions above take lists of tensors as they are. Otherwise they are called for
  // each member as if it were the argument, and of several lists for those of one index together.
  bool takes_lists = false;
};

// Whether a rule about tensors alone holds because they are alike.
enum class Alike : uint8_t {
  kNever,
  kByDtype,  // if they have one dtype; one of the rule's, if it has any
  kByShape,  // if they have one shape
  kByRank,   // if they have one shape of at most as many axes as the rule's first number
};

// What becomes of a rule in the in-place form of an operator (engine/in_place.h), where the input
// and the output become one tensor.
enum class InPlaceForm : uint8_t {
  kSame,          // it stays, about that tensor
  kIsTrivial,     // it goes if it compares the tensor with itself
  kIsImplied,     // it goes if its first or second argument is the tensor
  kBroadcastsTo,  // if its first two arguments are the tensor, the others broadcast to that
  kIntersects,    // two such rules about the tensor become one, with the dtypes that both have
};

// Up to four numbers.
class Numbers {
 public:
  constexpr Numbers() = default;
  template <class... N>
  constexpr Numbers(int64_t first, N... others)  // NOLINT
      : all_{first, static_cast<int64_t>(others)...}, count_(1 + sizeof...(N)) {}

  constexpr const int64_t* begin() const { return all_.data(); }
  constexpr const int64_t* end() const { return all_.data() + count_; }
  constexpr size_t size() const { return count_; }
  constexpr int64_t operator[](size_t i) const { return all_[i]; }

 private:
  std::array<int64_t, 4> all_ = {};
  uint8_t count_ = 0;
};

// References to arguments are made by name and resolved when the spec is compiled.
struct Rule {
  const RuleType* type = nullptr;  // null: there is no rule
  std::array<std::string_view, 4> names = {};
  DtypeSet dtypes = {};
  Chips chips = Chips();
  Numbers numbers = {};
  std::span<const std::string_view> texts = {};

  // What specs and the engine know of a type without calling it.
  Alike alike = Alike::kNever;
  InPlaceForm in_place = InPlaceForm::kSame;
  bool lists_choices = false;  // the argument is one of the rule's texts, or of its numbers
  bool ends_if_empty = false;  // if the tensor is empty, the call succeeds: see CheckRules

  std::array<int8_t, 4> at = {-1, -1, -1, -1};  // indices of the named arguments

  constexpr bool Is(const RuleType& of) const { return type == &of; }
};

constexpr std::string_view Wording::For(const Rule& rule) const {
  return rule.names[2].empty() && !without_c.empty() ? without_c : text;
}

}  // namespace openaclnn
