// What a case's results should be.
#pragma once

#include <vector>

#include "bench/cases.h"
#include "bench/operands.h"

namespace openaclnn::bench {

// The exact values, rounded to double, for the numbers before the operands repeat. The case is
// dense, and elementwise or by channels with one weight.
std::vector<double> ExactValues(const Case& c, const Operands& operands);

}  // namespace openaclnn::bench
