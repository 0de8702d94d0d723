// What rules read of a call, and how they word what they refuse.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "aclnn/opdev/op_errno.h"
#include "base/settings.h"
#include "base/shared.h"
#include "base/status.h"
#include "boost/container/small_vector.hpp"
#include "engine/argument.h"
#include "engine/op_spec.h"
#include "fmt/format.h"

namespace openaclnn {

// What the dtypes of arguments promote to; `at` are their indices up to one below 0, first of
// tensors and then of scalars. Nothing if they do not meet.
OPENACLNN_SHARED std::optional<aclDataType> PromotedDtype(std::span<const int8_t> at,
                                                          std::span<const Argument> arguments);

// The arguments of a call with their spec.
class RuleCall {
 public:
  RuleCall(const OpSpec& spec, std::span<const Argument> arguments)
      : spec_(spec), arguments_(arguments) {}

  const OpSpec& spec() const { return spec_; }
  std::span<const Argument> arguments() const { return arguments_; }

  // The rule's argument number k.
  const Argument& Given(const Rule& rule, int k) const {
    return arguments_[static_cast<size_t>(rule.at[k])];
  }
  const Tensor& At(const Rule& rule, int k) const { return *Given(rule, k).tensor; }
  // Whether an argument of the spec is a tensor or a list of tensors, and null.
  bool IsAbsent(size_t i) const {
    if (spec_.arguments[i].IsTensorList()) return arguments_[i].is_null;
    return arguments_[i].tensor == nullptr && spec_.arguments[i].IsTensor();
  }
  // A scalar or double, exact. An optional scalar that is null is its default.
  ExactNumber Number(const Rule& rule, int k) const { return ExactOf(Given(rule, k)); }
  // The dtype of a tensor or a scalar.
  aclDataType DtypeOf(const Rule& rule, int k) const {
    const Argument& argument = Given(rule, k);
    return argument.tensor != nullptr ? argument.tensor->dtype : argument.scalar->dtype;
  }
  // What the arguments from `first` on promote to.
  std::optional<aclDataType> PromotedFrom(const Rule& rule, int first) const {
    return PromotedDtype(std::span(rule.at).subspan(static_cast<size_t>(first)), arguments_);
  }
  // Whether the rule's arguments are tensors, none of them null, with one dtype or one shape.
  template <class T>
  bool HaveOne(T Tensor::*member, const Rule& rule) const {
    const Tensor* const first = Given(rule, 0).tensor;
    if (first == nullptr) return false;
    for (int k = 1; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
      const Tensor* const other = Given(rule, k).tensor;
      if (other == nullptr || other->*member != first->*member) return false;
    }
    return true;
  }

 private:
  const OpSpec& spec_;
  std::span<const Argument> arguments_;
};

// The dtype of a rule's argument, or the dtypes that the members of a list have: "FLOAT and INT8".
std::string DtypesText(const RuleCall& call, const Rule& rule, int k);

// The call of a rule that names lists of tensors, with one member in the place of each list.
class Members {
 public:
  Members(const OpSpec& spec, std::span<const Argument> arguments, const Rule& rule);

  size_t count() const { return count_; }  // of the longest list
  // Goes to a member; false if a list has none there, or a null one.
  bool GoTo(size_t member);
  std::span<const Argument> arguments() const { return {one_.data(), one_.size()}; }
  // The rule with "tensors[2]" in the place of "tensors". To be called once.
  const Rule& NamedFor(size_t member);

 private:
  std::span<const Argument> arguments_;
  boost::container::small_vector<Argument, 8> one_;
  uint64_t lists_ = 0;
  size_t count_ = 0;
  Rule names_;
  std::array<std::string, 4> texts_;
};

// Whether a rule is to be called for each member of the lists that it names.
inline bool IsForMembers(const OpSpec& spec, const Rule& rule) {
  if (rule.type->takes_lists) return false;
  for (const int8_t at : rule.at) {
    if (at >= 0 && spec.arguments[at].IsTensorList()) return true;
  }
  return false;
}

// BFLOAT16 exists on some chips only, wherever a rule allows it.
inline bool ChipHas(aclDataType dtype) {
  return dtype != ACL_BF16 || kBfloat16Chips.Has(GetSettings().chip);
}

template <class... Args>
Status Invalid(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
  return Error(kind, ACLNN_ERR_PARAM_INVALID, format, std::forward<Args>(args)...);
}

// "self and other": what the rule's arguments from `first` on are called, or what `text` gives for
// each.
template <class TextAt>
std::string Listed(const Rule& rule, int first, const TextAt& text) {
  std::string list;
  for (int k = first; k < static_cast<int>(rule.names.size()) && !rule.names[k].empty(); ++k) {
    const bool is_last = k + 1 == static_cast<int>(rule.names.size()) || rule.names[k + 1].empty();
    list += fmt::format("{}{}", k == first ? "" : is_last ? " and " : ", ", text(k));
  }
  return list;
}
inline std::string NamesFrom(const Rule& rule, int first) {
  return Listed(rule, first, [&rule](int k) { return rule.names[k]; });
}

}  // namespace openaclnn
