// Numbers that JSON does not have.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

namespace openaclnn::tools {

// The number, or the string "NaN", "Infinity" or "-Infinity".
inline nlohmann::ordered_json Number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

}  // namespace openaclnn::tools
