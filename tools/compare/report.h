// What was found, for people and for programs.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/compare/compare.h"

namespace openaclnn::compare {

std::string Text(const Result& result);

// Numbers that JSON does not have are the strings "NaN", "Infinity" and "-Infinity".
nlohmann::ordered_json Json(const Result& result);

// The coordinates of a flat index in row-major order.
std::vector<int64_t> Coordinates(int64_t index, const std::vector<int64_t>& shape);

}  // namespace openaclnn::compare
