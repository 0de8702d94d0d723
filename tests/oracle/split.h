// What the operators that cut tensors in two should give at one place of the halves.
#pragma once

#include <span>
#include <vector>

#include "tests/oracle/real.h"

namespace openaclnn::oracle {

// From the operands' elements in the order of the prototype, a first half before a second. `form`
// is 1 for gelu by tanh.
using ExactOfSplit = Real (*)(std::span<const double> in, double form);

// One for each result, or for each half of it. Where a bool swaps the halves, `in` and these are
// swapped.
using SplitDefinition = std::vector<ExactOfSplit>;

extern const SplitDefinition kGlu, kGluBackward, kSwiGlu, kSwiGluGrad, kGeGlu, kGeGluBackward;
extern const SplitDefinition kGeluMul, kFatreluMul;  // of which the last takes the threshold, too

}  // namespace openaclnn::oracle
