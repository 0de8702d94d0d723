// Commands with a subcommand for each operator, whose options are made from the operator's spec.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "ops/registry.h"
#include "tools/call/operator_call.h"

namespace openaclnn::cli {

// Adds a subcommand for each operator, described by `add`. An operator that there is not is a
// UsageError.
using AddOperator = void(const Operator& entry, CLI::App* command);
void AddOperators(CLI::App* command, AddOperator* add);

// The arguments of an operator that are no tensors, by their indices.
struct Attributes {
  std::array<double, kMaxArguments> numbers = {};
  std::array<std::string, kMaxArguments> texts;

  // Nothing for a tensor.
  tools::Value ValueAt(const OpSpec& spec, int argument) const;
};
// An option for the argument; none for a tensor.
void AddAttribute(const OpSpec& spec, int argument, CLI::App* command, Attributes* attributes);

// The floating-point dtypes by their names on the command line.
const std::map<std::string, aclDataType>& FloatNames();

template <class Value>
CLI::Validator IsNameOf(const std::map<std::string, Value>& values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  return CLI::IsMember(names);
}

// Calls what works on an operator; that the product lacks it is a UsageError.
void WithProduct(const std::function<void()>& work);

}  // namespace openaclnn::cli
