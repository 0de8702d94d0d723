// Ordinary calls of every operator, for tests of what all operators have in common.
#pragma once

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/cases/case.h"

namespace openaclnn::test {

// Every operator in each of its dtypes and forms: those of the subjects in tests/ops/cases.
const std::vector<Case>& AllCases();
// With a sanitizer those of the first of operators that are alike (tests/alike.h), else all.
const std::vector<Case>& CasesOfAlike();
// One for each loop over tiles: in float, through conversions, in double, with sums.
const std::vector<Case>& FewCases();

inline std::string CaseName(const testing::TestParamInfo<Case>& info) { return info.param.name; }

}  // namespace openaclnn::test
