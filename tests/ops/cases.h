// Ordinary calls of every operator, for tests of what all operators have in common.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"

namespace openaclnn::test {

// A family of calls that differ in shape and elements.
struct Case {
  std::string name;  // letters, digits and underscores
  OperatorCall (*call)(const Shape& shape, uint32_t seed);
};

// Every operator in each of its dtypes and forms.
const std::vector<Case>& AllCases();
// One for each loop over tiles: in float, through conversions, in double, with sums.
const std::vector<Case>& FewCases();

inline void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
inline std::string CaseName(const testing::TestParamInfo<Case>& info) { return info.param.name; }

}  // namespace openaclnn::test
