// What rules read of a call, and how they word what they refuse.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "aclnn/opdev/op_errno.h"
#include "base/status.h"
#include "engine/argument.h"
#include "engine/op_spec.h"
#include "engine/rule_checks.h"
#include "engine/rules.h"
#include "fmt/format.h"

namespace openaclnn {

// The arguments of one call beside their spec.
class RuleCall {
 public:
  RuleCall(const OpSpec& spec, std::span<const Argument> arguments)
      : spec_(spec), arguments_(arguments) {}

  const OpSpec& spec() const { return spec_; }
  std::span<const Argument> arguments() const { return arguments_; }

  const Argument& Given(const Rule& rule, int k) const {
    return arguments_[static_cast<size_t>(rule.at[k])];
  }
  const Tensor& At(const Rule& rule, int k) const { return *Given(rule, k).tensor; }
  bool HasText(const Rule& rule) const {
    const char* const given = Given(rule, 0).text;
    return IsText(given, rule.texts[0]) || IsText(given, rule.texts[1]);
  }
  // Of an optional tensor, that the caller passed null.
  bool IsAbsent(size_t i) const {
    return arguments_[i].tensor == nullptr && spec_.arguments[i].IsTensor();
  }
  // Of a scalar or double, exact. An optional scalar that is null is its default.
  ExactNumber Number(const Rule& rule, int k) const {
    const Argument& argument = Given(rule, k);
    return argument.scalar != nullptr ? ExactOf(*argument.scalar) : ExactNumber{argument.number};
  }
  // Of a tensor or scalar.
  aclDataType DtypeOf(const Rule& rule, int k) const {
    const Argument& argument = Given(rule, k);
    return argument.tensor != nullptr ? argument.tensor->dtype : argument.scalar->dtype;
  }
  // What the arguments from `first` on promote to.
  std::optional<aclDataType> PromotedFrom(const Rule& rule, int first) const {
    return PromotedDtype(std::span(rule.at).subspan(static_cast<size_t>(first)), arguments_);
  }

 private:
  const OpSpec& spec_;
  std::span<const Argument> arguments_;
};

// What is no tensor, too.
inline bool HasRankUpTo(int64_t limit, const Argument& argument) {
  return argument.tensor == nullptr || argument.tensor->shape.size() <= static_cast<size_t>(limit);
}

template <class... Args>
Status Invalid(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
  return Error(kind, ACLNN_ERR_PARAM_INVALID, format, std::forward<Args>(args)...);
}

// "self and other", of what the arguments from `first` on are called, or of what `text` gives.
template <class TextAt>
std::string Listed(const Rule& rule, int first, const TextAt& text) {
  std::string list;
  for (int k = first; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
    const bool is_last = k + 1 == static_cast<int>(rule.at.size()) || rule.at[k + 1] < 0;
    list += fmt::format("{}{}", k == first ? "" : is_last ? " and " : ", ", text(k));
  }
  return list;
}
inline std::string NamesFrom(const Rule& rule, int first) {
  return Listed(rule, first, [&rule](int k) { return rule.names[k]; });
}

}  // namespace openaclnn
