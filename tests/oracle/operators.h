// What the operators should give for one element, from the contract and not from the formulas
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
// One element's part of gradWeight, which a double holds: x > 0 ? 0 : x * grad.
double PreluTerm(float grad, float x);
// The sum of such terms, and of their absolute values, to 2^-350 of the latter. No term is NaN or
// infinite.
struct TermSum {
  Real sum;
  Real absolute;
};
TermSum SumTerms(std::span<const double> terms);

Real GeluBackwardErf(double grad, double x);   // approximate = "none"
Real GeluBackwardTanh(double grad, double x);  // approximate = "tanh"

Real Swish(double x, const Real& beta);  // x s(beta x) with s(t) = 1 / (1 + e^-t)
Real SwishBackward(double grad, double x, const Real& beta);
Real Logistic(double x);  // s(x)
Real GeluErf(double x);   // -inf gives NaN in both forms
Real GeluTanh(double x);
Real Hyperbolic(double x);  // tanh
Real LogSigmoid(double x);
// The gradient of the binary cross entropy with logits, not divided by the number of elements.
Real TargetBackward(double grad, double x, double weight, double pos_weight);
Real Mish(double x);  // -inf gives NaN
Real MishBackward(double grad, double x);
Real LogitOf(double x, double eps);  // narrows eps to float itself
Real Erfinv(double x);

// Scalars after their conversion to the compute type.
Real Elu(double x, double alpha, double scale, double input_scale);
Real EluBackward(double grad, double x, double alpha, double scale, double input_scale,
                 bool is_result);
Real Celu(double x, double alpha);
Real Selu(double x);
Real SeluBackward(double grad, double result);
Real Softplus(double x, double beta, double threshold);

// Narrows eps to float itself.
Real LogitGrad(double x, double dy, double eps);

}  // namespace openaclnn::oracle
