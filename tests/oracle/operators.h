// What the five operators should give for one element, from the contract and not from the formulas
// of the library: the exact value, before it is rounded to the output's format. Arguments are the
// elements as they are stored, which doubles hold exactly, in the order of the C functions.
#pragma once

#include <span>

#include "tests/oracle/real.h"

namespace openaclnn::oracle {

// `min` and `max` after their conversion to float.
Real HardtanhBackward(double grad, double x, double min, double max);

// `beta` and `threshold` after their conversion to the compute type. beta * x is compared exactly.
Real SoftplusBackward(double grad, double x, double beta, double threshold);

Real PreluGradInput(double grad, double x, double weight);
// One element's part of gradWeight, rounded to float as the contract has it: x > 0 ? 0 : x * grad.
float PreluTerm(float grad, float x);
// The exact sum of such terms, and of their absolute values. No term is NaN or infinite.
struct TermSum {
  Real sum;
  Real absolute;
};
TermSum SumTerms(std::span<const float> terms);

Real GeluBackwardErf(double grad, double x);   // approximate = "none"
Real GeluBackwardTanh(double grad, double x);  // approximate = "tanh"

// Narrows eps to float itself.
Real LogitGrad(double x, double dy, double eps);

}  // namespace openaclnn::oracle
