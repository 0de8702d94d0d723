// Rules about the gates of one step of an LSTM.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {

// How many gates an LSTM has.
inline constexpr int64_t kGatesOfLstm = 4;

namespace rules {
extern const RuleType kGatesShape, kGateBias;
}  // namespace rules

// `a` has the rows of `cell`, and in each the elements of four gates.
constexpr Rule GatesShape(std::string_view a, std::string_view cell) {
  return {.type = &rules::kGatesShape, .names = {a, cell}};
}
// `a` has one axis, with the elements of four gates of `cell`. If a flag is named, `a` is only
// looked at where that is true.
constexpr Rule GateBias(std::string_view a, std::string_view cell, std::string_view flag = {}) {
  return {.type = &rules::kGateBias, .names = {a, cell, flag}};
}

}  // namespace openaclnn
