// The checks of the rules of a spec.
#pragma once

#include <span>

#include "base/status.h"
#include "engine/argument.h"
#include "engine/likeness.h"
#include "engine/op_spec.h"
#include "engine/rules/rule_call.h"

namespace openaclnn {

// Refuses what breaks a rule of the spec with 161002; the first one is told. The arguments have
// passed CheckArguments. A rule about an optional tensor that is null holds, and those behind an
// IsEmptyFor do.
Status CheckRules(const OpSpec& spec, std::span<const Argument> arguments,
                  const Likeness& likeness);

// Whether the rule lets the call succeed at once.
inline bool IsEmptyFor(const Rule& rule, std::span<const Argument> arguments) {
  return rule.ends_if_empty &&
         arguments[static_cast<size_t>(rule.at[0])].tensor->extent.elements == 0;
}

}  // namespace openaclnn
