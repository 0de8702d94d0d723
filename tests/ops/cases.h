// Ordinary calls of every operator, for tests of what all operators have in common.
#pragma once

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/cases/case.h"

namespace openaclnn::test {

// Every operator in each of its dtypes and forms: those of the subjects in tests/ops/cases.
const std::vector<Case>& AllCases();
// One for each loop over tiles: in float, through conversions, in double, with sums.
const std::vector<Case>& FewCases();

inline std::string CaseName(const testing::TestParamInfo<Case>& info) { return info.param.name; }

}  // namespace openaclnn::test
