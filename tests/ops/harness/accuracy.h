// Results against exact values.
#pragma once

#include <functional>
#include <span>

#include "tests/ops/harness/call.h"
#include "tests/oracle/format.h"
#include "tests/oracle/real.h"

namespace openaclnn::test {

// The exact value of an element of the first output from the elements of the input tensors that
// belong to it, in the order of the prototype.
using ExactElement = std::function<oracle::Real(std::span<const double> inputs)>;
// The same in long double as tests/oracle/fast.h has it; empty: there is none.
using FastElement = std::function<long double(std::span<const double> inputs)>;

struct Limits {
  double ulp;           // largest error, in units of the output's last place
  double rounded_rate;  // least share of elements that are the exact value rounded, bit for bit
                        // except for NaNs
  aclDataType unit = ACL_DT_UNDEFINED;  // whose last place counts, if not the output's
};

// Expects every element of `result` within the limits of the exact value of the elements at its
// place. `fast` judges formats within float in its stead wherever it decides.
void ExpectAccurateResult(const Array& result, const std::vector<Array>& inputs,
                          const ExactElement& exact, const Limits& limits,
                          const FastElement& fast = {});

// Runs the call and expects every element of the first output within the limits.
void ExpectAccurate(const OperatorCall& call, const ExactElement& exact, const Limits& limits,
                    const FastElement& fast = {});

// Expects each element of the first output to be the exact value rounded, with the sign of zero.
void ExpectExact(const OperatorCall& call, const ExactElement& exact);

oracle::Format FormatOf(aclDataType dtype);

// The unit of the last place at 1, of a floating-point dtype.
double UnitOf(aclDataType dtype);

}  // namespace openaclnn::test
