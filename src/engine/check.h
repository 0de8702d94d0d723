// The checks of phase 1.
#pragma once

#include <span>

#include "base/status.h"
#include "engine/argument.h"
#include "engine/op_spec.h"

namespace openaclnn {

// Refuses what the contract refuses before its rules (CheckRules), in its order: 161001 for nulls,
// 561003 for a chip that lacks the operator, 161002 for objects that are not live; the message
// names the argument, what was expected and what was given. Fills in the objects of the arguments;
// members of lists lie in `members`, and a null one is refused where its list would be. Computes
// nothing in floating point.
Status CheckArguments(const OpSpec& spec, std::span<Argument> arguments, ListMembers& members);

// Whether arguments that have passed CheckRules ask for nothing, by Rule::ends_if_empty.
bool AsksForNothing(const OpSpec& spec, std::span<const Argument> arguments);

// Refuses outputs that overlap themselves, each other, or an input other than as exactly the same
// view. Tensors that have no address yet take no part. The arguments have passed CheckRules.
Status CheckOverlap(const OpSpec& spec, std::span<const Argument> arguments);

// Which of the operator's kernels the caller's argument chooses (OpSpec::chooses).
int KernelChoice(const OpSpec& spec, std::span<const Argument> arguments);

}  // namespace openaclnn
