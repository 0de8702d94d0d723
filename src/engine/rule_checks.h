// The rules of specs, each with its message.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/status.h"
#include "engine/argument.h"
#include "engine/likeness.h"
#include "engine/op_spec.h"

namespace openaclnn {

// Refuses what breaks a rule of the spec with 161002; the first one is told. The arguments have
// passed CheckArguments. A rule about an optional tensor that is null holds, and those behind an
// IsEmptyFor do.
Status CheckRules(const OpSpec& spec, std::span<const Argument> arguments,
                  const Likeness& likeness);

// Whether the rule lets the call succeed at once.
inline bool IsEmptyFor(const Rule& rule, std::span<const Argument> arguments) {
  return rule.kind == RuleKind::kSucceedIfEmpty &&
         arguments[static_cast<size_t>(rule.at[0])].tensor->extent.elements == 0;
}

// Whether a caller's text is one of a rule, which are too short to be worth calls.
inline bool IsText(const char* given, std::string_view text) {
  for (const char c : text) {
    if (*given++ != c) return false;
  }
  return *given == '\0';
}

// What the dtypes of arguments promote to; `at` are their indices up to one below 0, of tensors and
// then of scalars. Nothing if they do not meet.
std::optional<aclDataType> PromotedDtype(std::span<const int8_t> at,
                                         std::span<const Argument> arguments);

}  // namespace openaclnn
