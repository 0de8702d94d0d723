// Commands with a subcommand for each operator, whose options are made from the operator's spec.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "engine/argument_spec.h"
#include "tools/call/operator_call.h"
#include "tools/cli/command.h"

namespace openaclnn {
struct OpSpec;
struct Operator;
}  // namespace openaclnn

namespace openaclnn::cli {

// Adds a subcommand for each operator, described by `add`. An operator that there is not is a
// UsageError.
using AddOperator = void(const Operator& entry, Command& command);
void AddOperators(Command& command, AddOperator* add);

// The arguments of an operator that are no tensors, by their indices.
struct Attributes {
  std::array<double, kMaxArguments> numbers = {};
  std::array<AnyNumber, kMaxArguments> scalars = {};
  std::array<int64_t, kMaxArguments> integers = {};
  std::array<std::string, kMaxArguments> texts, dtypes;

  // Nothing for a tensor.
  tools::Value ValueAt(const OpSpec& spec, int argument) const;
};
// An option for the argument; none for a tensor.
void AddAttribute(const OpSpec& spec, int argument, Command& command, Attributes* attributes);

// Dtypes by their names on the command line: floats, all real ones, and all that Cast takes.
const std::map<std::string, aclDataType>& FloatNames();
const std::map<std::string, aclDataType>& DtypeNames();
const std::map<std::string, aclDataType>& CastNames();

// Calls what works on an operator; that the chip lacks it is a UsageError.
void WithChip(const std::function<void()>& work);

}  // namespace openaclnn::cli
