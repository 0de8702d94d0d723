// The rules of specs, each with its message.
#pragma once

#include <span>

#include "base/status.h"
#include "engine/argument.h"
#include "engine/op_spec.h"

namespace openaclnn {

// Refuses what breaks the rule with 161002. The arguments' objects are found. A rule about an
// optional tensor that is null holds.
Status CheckRule(const OpSpec& spec, std::span<const Argument> arguments, const Rule& rule);

}  // namespace openaclnn
