// The rules of specs, each with its message.
#pragma once

#include <optional>
#include <span>

#include "base/status.h"
#include "engine/argument.h"
#include "engine/op_spec.h"

namespace openaclnn {

// Refuses what breaks the rule with 161002. The arguments' objects are found. A rule about an
// optional tensor that is null holds.
Status CheckRule(const OpSpec& spec, std::span<const Argument> arguments, const Rule& rule);

// What the dtypes of arguments promote to; `at` are their indices up to one below 0, of tensors and
// then of scalars. Nothing if they do not meet.
std::optional<aclDataType> PromotedDtype(std::span<const int8_t> at,
                                         std::span<const Argument> arguments);

}  // namespace openaclnn
