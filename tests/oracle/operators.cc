#include "tests/oracle/operators.h"

#include <cmath>
#include <limits>

namespace openaclnn::oracle {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// |value| limited, for functions that are 0 or 1 beyond the limit in every format, but would leave
// MPFR's range of exponents. Infinities are left for the caller.
Real Limited(const Real& value, double limit) {
  if (value > Real(limit)) return limit;
  if (value < Real(-limit)) return -limit;
  return value;
}

Real Sigmoid(const Real& t) {
  if (t.IsInfinite()) return t.IsNegative() ? 0.0 : 1.0;
  return Real(1) / (Real(1) + Exp(-Limited(t, 1e6)));
}

}  // namespace

Real HardtanhBackward(double grad, double x, double min, double max) {
  return x <= min || x >= max ? 0.0 : grad;
}

Real SoftplusBackward(double grad, double x, double beta, double threshold) {
  const Real t = Real(beta) * Real(x);
  if (t > Real(threshold)) return grad;
  return Real(grad) * Sigmoid(t);
}

Real PreluGradInput(double grad, double x, double weight) {
  return x > 0 ? Real(grad) : Real(weight) * Real(grad);
}

float PreluTerm(float grad, float x) { return x > 0 ? 0.0f : x * grad; }

TermSum SumTerms(std::span<const float> terms) {
  // Floats are multiples of 2^-149 below 2^128, so Real holds the sum of 2^100 of them.
  TermSum result = {0, 0};
  for (const float term : terms) {
    result.sum = result.sum + Real(term);
    result.absolute = result.absolute + Real(std::fabs(term));
  }
  return result;
}

Real GeluBackwardErf(double grad, double x) {
  if (std::isinf(x)) return Real(grad) * Real(x > 0 ? 1 : 0);
  const Real v = Limited(x, 1e2);
  const Real cdf = Erfc(-v / Sqrt(Real(2))) / Real(2);
  const Real density = Exp(-v * v / Real(2)) / Sqrt(Real(2) * Real::Pi());
  return Real(grad) * (cdf + v * density);
}

Real GeluBackwardTanh(double grad, double x) {
  if (std::isinf(x)) return Real(grad) * Real(x > 0 ? 1 : 0);
  // 0.5 x (1 + tanh(u)) = x sigmoid(2 u), whose derivative is s + x s (1 - s) 2 u'.
  const Real v = Limited(x, 1e2);
  const Real cubic = Real::Parse("0.044715");
  const Real factor = Sqrt(Real(2) / Real::Pi());
  const Real u = factor * (v + cubic * v * v * v);
  const Real slope = factor * (Real(1) + Real(3) * cubic * v * v);
  const Real s = Sigmoid(Real(2) * u);
  const Real rest = Sigmoid(Real(-2) * u);  // 1 - s
  return Real(grad) * (s + v * s * rest * Real(2) * slope);
}

Real LogitGrad(double x, double dy, double eps) {
  const float e = static_cast<float>(eps);
  if (std::isnan(x) || std::isnan(e)) return kNan;
  const Real quotient = Real(dy) / (Abs(Real(x)) * (Real(1) - Real(x)));  // Abs: -0 counts as +0
  if (e < 0) return x >= 0 && x <= 1 ? quotient : Real(kNan);
  if (e < 1) return x >= e && x <= 1 - e ? quotient : Real(0);
  if (e == 1) return Real(dy) / Real(0);
  return e == kInfinity ? Real(0) : Real(kNan);
}

}  // namespace openaclnn::oracle
