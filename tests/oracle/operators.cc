#include "tests/oracle/operators.h"

#include <cmath>
#include <limits>

#include "tests/oracle/fast.h"

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

// An exponent whose finite values are within the range of MPFR, and beyond that of every format.
Real Within(const Real& t) { return t.IsInfinite() ? t : Limited(t, 1e6); }

Real SeluScale() { return Real::Parse("1.0507009873554804934193349852946"); }
Real SeluAlpha() { return Real::Parse("1.6732632423543772848170429916717"); }

Real Sigmoid(const Real& t) {
  if (t.IsInfinite()) return t.IsNegative() ? 0.0 : 1.0;
  // Products with it are ties except for t. What is left out is below 2^-196 of it.
  if (Abs(t) < Real(0x1p-64)) return Real(0.5) + TimesPowerOfTwo(t, -2);
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

double PreluTerm(float grad, float x) { return x > 0 ? 0.0 : double{x} * double{grad}; }

TermSum SumTerms(std::span<const double> terms) {
  TermSum result = {0, 0};
  for (const double term : terms) {
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

Real Swish(double x, const Real& beta) { return Real(x) * Sigmoid(beta * Real(x)); }

Real SwishBackward(double grad, double x, const Real& beta) {
  const Real t = Within(beta * Real(x));
  if (t.IsInfinite()) return Real(grad) * Real(t.IsNegative() ? 0 : 1);
  return Real(grad) * (Sigmoid(t) * (Real(1) + t * Sigmoid(-t)));
}

Real Logistic(double x) { return Sigmoid(x); }

namespace {

// x F(x) at infinite x: inf, or NaN as the product of -inf and 0.
Real AtInfinity(double x) { return x > 0 ? x : kNan; }

}  // namespace

Real GeluErf(double x) {
  if (std::isinf(x)) return AtInfinity(x);
  return Real(x) * (Erfc(-Limited(x, 1e2) / Sqrt(Real(2))) / Real(2));
}

Real GeluTanh(double x) {
  if (std::isinf(x)) return AtInfinity(x);
  const Real v = Limited(x, 1e2);
  const Real u = Sqrt(Real(2) / Real::Pi()) * (v + Real::Parse("0.044715") * v * v * v);
  return Real(x) * Sigmoid(Real(2) * u);
}

Real Hyperbolic(double x) { return Tanh(Real(x)); }

Real LogSigmoid(double x) {
  if (std::isinf(x)) return x > 0 ? -0.0 : x;
  if (x > 0) return -Log1p(Exp(-Limited(x, 1e6)));
  return Real(x) - Log1p(Exp(Limited(x, 1e6)));
}

Real TargetBackward(double grad, double x, double weight, double pos_weight) {
  const Real factor = Real(grad) * Real(weight), p = pos_weight;
  if (pos_weight == 1) return factor * Real(-x);
  const Real linear = x >= 0 ? Real(x) : p * Real(x);
  Real rest = std::isinf(x) ? 0.0 : Log1p(Exp(-Limited(std::fabs(x), 1e6)));
  rest = x == -kInfinity ? Real(0) : (p - Real(1)) * rest;  // log s(inf) is 0, and p's is not
  // A sum does not hold both of two terms that are so far apart, but it is no tie.
  const Real least = TimesPowerOfTwo(Abs(linear), -200);
  if (!rest.IsZero() && Abs(rest) < least) rest = rest.IsNegative() ? -least : least;
  return factor * (rest - linear);
}

Real Mish(double x) {
  if (std::isinf(x)) return AtInfinity(x);
  return Real(x) * Tanh(Log1p(Exp(Limited(x, 1e4))));
}

Real MishBackward(double grad, double x) {
  if (std::isinf(x)) return Real(grad) * Real(x > 0 ? 1 : 0);
  // t + x s (1 - t^2), where 1 - t^2 = 4 w / (1 + w)^2 with w = e^-2 log(1 + e^x) = (1 - s)^2.
  const Real v = Limited(x, 1e4);
  const Real s = Sigmoid(v), rest = Sigmoid(-v), w = rest * rest;
  const Real t = Tanh(Log1p(Exp(v)));
  const Real square_rest = Real(4) * w / ((Real(1) + w) * (Real(1) + w));
  return Real(grad) * (t + v * s * square_rest);
}

Real LogitOf(double x, double eps) {
  const float e = static_cast<float>(eps), high = 1 - e;
  const double z = !(e >= 0) ? x : x < e ? e : x > high ? high : x;
  return Log(Real(z) / (Real(1) - Real(z)));
}

Real Erfinv(double x) {
  if (std::isnan(x) || std::fabs(x) > 1) return kNan;
  if (std::fabs(x) == 1) return x * kInfinity;
  if (x == 0) return x;
  const double a = std::fabs(x);
  const Real rest = Real(1) - Real(a), slope = Sqrt(Real::Pi()) / Real(2);
  Real y = static_cast<double>(FastErfinv<long double>(static_cast<float>(a)));
  // Newton's method doubles the digits each time.
  for (int i = 0; i < 4; ++i) y = y + (Erfc(y) - rest) * slope * Exp(y * y);
  return x < 0 ? -y : y;
}

Real Elu(double x, double alpha, double scale, double input_scale) {
  if (x > 0) return Real(scale) * Real(x);
  return Real(alpha) * Real(scale) * Expm1(Within(Real(input_scale) * Real(x)));
}

Real EluBackward(double grad, double x, double alpha, double scale, double input_scale,
                 bool is_result) {
  if (!(x <= 0)) return Real(grad) * Real(scale);  // NaN too
  const Real factor = Real(grad) * Real(input_scale);
  if (is_result) return factor * (Real(x) + Real(alpha) * Real(scale));
  return factor * (Real(alpha) * Real(scale)) * Exp(Within(Real(input_scale) * Real(x)));
}

Real Celu(double x, double alpha) {
  return x > 0 ? Real(x) : Real(alpha) * Expm1(Within(Real(x) / Real(alpha)));
}

Real Selu(double x) {
  return x > 0 ? SeluScale() * Real(x) : SeluScale() * SeluAlpha() * Expm1(Within(x));
}

Real SeluBackward(double grad, double result) {
  if (!(result <= 0)) return Real(grad) * SeluScale();  // NaN too
  return Real(grad) * (Real(result) + SeluScale() * SeluAlpha());
}

Real Softplus(double x, double beta, double threshold) {
  const Real t = Real(beta) * Real(x);
  if (t > Real(threshold)) return x;
  if (t.IsInfinite()) return (t.IsNegative() ? Real(0) : t) / Real(beta);
  if (t > Real(1e6)) return t / Real(beta);  // and nothing that any format holds
  return Log1p(Exp(Within(t))) / Real(beta);
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
