// What outputs must be by the rules of an operator, before there are any.
#pragma once

#include <span>

#include "base/status.h"
#include "engine/rules/rule_call.h"

namespace openaclnn {

struct Inferred {
  int argument;  // the output
  aclDataType dtype;
  Dims shape;
  int member = 0;  // of the output, if it is a list
};

// Sets the dtype and the shape that the rules say; what they leave open stays as it is. Arguments
// that are not known are null; tensors that are have dtype and shape, scalars a dtype. Refuses
// inputs that are missing, or do not fit together, with ACL_ERROR_INVALID_PARAM. For lists of
// inputs the members of the same index count, or the first ones if the output is no list.
Status Infer(const OpSpec& spec, std::span<const Argument> arguments, Inferred& output);

// For RuleType::infer: refuses the rule's argument number k if it is not known.
OPENACLNN_SHARED Status RequireKnown(const RuleCall& call, const Rule& rule, int k);

// For RuleType::infer: whether the rule's argument number k is a tensor, or a list, that is only
// read.
inline bool IsInput(const RuleCall& call, const Rule& rule, int k) {
  const ArgumentSpec& argument = call.spec().arguments[rule.at[k]];
  return argument.IsRead() && !argument.IsWritten();
}

}  // namespace openaclnn
