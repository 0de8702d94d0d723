// The names of operators on the command line, and the nearest to a wrong one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ops/registry.h"

namespace openaclnn::cli {

std::string ShortName(const OpSpec& spec);  // "GeluBackwardV2"
std::string SnakeName(const OpSpec& spec);  // "gelu_backward_v2"

// By either, or by the full name. An unknown one is a UsageError that suggests the nearest.
const Operator& OperatorOf(const std::string& name);

// ", did you mean list?"; empty if nothing is near.
std::string Suggestion(std::string_view wrong, const std::vector<std::string>& names);

// What an unknown operator is answered with.
std::string UnknownOperator(const std::string& name);

}  // namespace openaclnn::cli
