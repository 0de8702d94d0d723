#include "tests/oracle/fast.h"

#include <cmath>
#include <limits>

namespace openaclnn::oracle {
namespace {

constexpr long double kNan = std::numeric_limits<long double>::quiet_NaN();
constexpr long double kRootHalf = 0.70710678118654752440084436210484904L;
constexpr long double kDensityAtZero = 0.39894228040143267793994605993438187L;
constexpr long double kRootTwoOverPi = 0.79788456080286535587989211986876373L;
// What stands for factors that leave no float of any gradient; only the sign counts.
constexpr long double kVanishing = 0x1p-500L;

long double Sigmoid(long double t) { return 1 / (1 + std::exp(-t)); }

// Most floats are tiny or huge. The next three tell what a factor is there without evaluating it;
// what they leave out is below 2^-64 of it.
constexpr long double kTiny = 0x1p-32L;

long double SoftplusFactor(long double t) {
  if (std::fabs(t) < kTiny) return 0.5L + t / 4;
  if (t > 50) return 1;
  if (t < -400) return std::isinf(t) ? 0 : kVanishing;
  return Sigmoid(t);
}

// Both derivatives of gelu: 0.5 + sqrt(2 / pi) v + O(v^3) beside 0.
template <class Derivative>
long double GeluFactor(long double v, const Derivative& derivative) {
  if (std::fabs(v) < kTiny) return 0.5L + kRootTwoOverPi * v;
  if (v > 12) return 1;
  if (v < -40) return std::isinf(v) ? 0 : -kVanishing;
  return derivative(v);
}

long double ErfDerivative(long double v) {
  const long double cdf = std::erfc(-v * kRootHalf) / 2;
  return cdf + v * kDensityAtZero * std::exp(-v * v / 2);
}

long double TanhDerivative(long double v) {
  const long double u = kRootTwoOverPi * (v + 0.044715L * v * v * v);
  const long double slope = kRootTwoOverPi * (1 + 3 * 0.044715L * v * v);
  const long double s = Sigmoid(2 * u);
  return s + v * s * Sigmoid(-2 * u) * 2 * slope;
}

}  // namespace

long double FastSoftplusBackward(float grad, float x, float beta, float threshold) {
  const long double t = static_cast<long double>(beta) * x;
  return t > threshold ? grad : grad * SoftplusFactor(t);
}

long double FastGeluBackwardErf(float grad, float x) { return grad * GeluFactor(x, ErfDerivative); }

long double FastGeluBackwardTanh(float grad, float x) {
  return grad * GeluFactor(x, TanhDerivative);
}

long double FastSwishBackward(float grad, float x, double beta) {
  const long double t = static_cast<long double>(beta) * x;
  if (std::fabs(t) < kTiny) return grad * (0.5L + t / 2);
  if (t > 60) return grad;
  if (t < -400) return grad * (std::isinf(t) ? 0 : -kVanishing);
  return grad * (Sigmoid(t) * (1 + t * Sigmoid(-t)));
}

long double FastMishBackward(float grad, float x) {
  const long double v = x;
  if (v > 50) return grad;
  if (v < -400) return grad * (std::isinf(v) ? 0 : -kVanishing);
  const long double rest = Sigmoid(-v), w = rest * rest;
  const long double t = std::tanh(std::log1p(std::exp(v)));
  return grad * (t + v * Sigmoid(v) * 4 * w / ((1 + w) * (1 + w)));
}

long double FastLogit(float x, float eps) {
  const float high = 1 - eps;
  const long double z = !(eps >= 0) ? x : x < eps ? eps : x > high ? high : x;
  const long double rest = 1 - z;
  return std::fabs(z - 0.5L) < 0.25L ? std::log1p((2 * z - 1) / rest) : std::log(z / rest);
}

long double FastErfinv(float x) {
  constexpr long double kSlope = 0.88622692545275801364908374167057259L;  // sqrt(pi) / 2
  const long double a = std::fabs(x);
  if (!(a < 1)) return a == 1 ? x / 0.0L : kNan;
  if (a < 0x1p-20L) return kSlope * (x + 0.26179938779914943653855361527329190L * x * a * a);
  // Winitzki's approximation, and Halley's method, which triples its digits each time.
  const long double l = std::log1p(-a * a), t = 2 / (3.14159265L * 0.147L) + l / 2;
  long double y = std::sqrt(std::sqrt(t * t - l / 0.147L) - t);
  for (int i = 0; i < 3; ++i) {
    const long double f = a < 0.5L ? std::erf(y) - a : (1 - a) - std::erfc(y);
    const long double step = f * kSlope * std::exp(y * y);
    y -= step / (1 + y * step);
  }
  return x < 0 ? -y : y;
}

long double FastLogitGrad(float x, float dy, float eps) {
  if (std::isnan(x) || std::isnan(eps)) return kNan;
  const long double wide = std::fabs(x);
  const long double quotient = dy / (wide * (1 - wide));
  if (eps < 0) return x >= 0 && x <= 1 ? quotient : kNan;
  if (eps < 1) return x >= eps && x <= 1 - eps ? quotient : 0;
  if (eps == 1) return static_cast<long double>(dy) / 0.0L;
  return std::isinf(eps) ? 0 : kNan;
}

}  // namespace openaclnn::oracle
