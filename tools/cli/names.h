// The names of operators on the command line, and the nearest to a wrong one.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace openaclnn {
struct OpSpec;
struct Operator;
}  // namespace openaclnn

namespace openaclnn::cli {

std::string_view FullName(const OpSpec& spec);  // "aclnnGeluBackwardV2"
std::string ShortName(const OpSpec& spec);      // "GeluBackwardV2"
std::string SnakeName(const OpSpec& spec);      // "gelu_backward_v2"

// The name of the function of the Python package; in-place ones end with "_", as those of PyTorch
// do.
std::string PythonName(const OpSpec& spec);

// By any of the first three. An unknown one is a UsageError that suggests the
// nearest.
const Operator& OperatorOf(const std::string& name);

// ", did you mean list?"; empty if nothing is near.
std::string Suggestion(std::string_view wrong, const std::vector<std::string>& names);

// What an unknown operator, or command, is answered with.
std::string UnknownOperator(const std::string& name);
std::string UnknownCommand(const std::string& name, const std::vector<std::string>& names);

inline std::string VersionText() { return "openaclnn " OPENACLNN_VERSION; }

template <class Value>
std::vector<std::string> NamesIn(const std::map<std::string, Value>& values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  return names;
}

std::string Lower(std::string_view text);

}  // namespace openaclnn::cli
