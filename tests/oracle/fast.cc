#include "tests/oracle/fast.h"

#include <cmath>
#include <limits>

namespace openaclnn::oracle {
namespace {

constexpr long double kNan = std::numeric_limits<long double>::quiet_NaN();
constexpr long double kRootHalf = 0.70710678118654752440084436210484904L;
constexpr long double kDensityAtZero = 0.39894228040143267793994605993438187L;
constexpr long double kRootTwoOverPi = 0.79788456080286535587989211986876373L;

// Stays above 0 for every finite t, as the exact value does: a long double reaches down to
// e^-11355.
long double Sigmoid(long double t) {
  if (std::isfinite(t) && t < -11000) t = -11000;
  return 1 / (1 + std::exp(-t));
}

}  // namespace

long double FastSoftplusBackward(float grad, float x, float beta, float threshold) {
  const long double t = static_cast<long double>(beta) * x;
  return t > threshold ? grad : grad * Sigmoid(t);
}

long double FastGeluBackwardErf(float grad, float x) {
  if (std::isinf(x)) return x > 0 ? grad : 0 * grad;
  long double v = x;
  if (v < -140) v = -140;
  const long double cdf = std::erfc(-v * kRootHalf) / 2;
  return grad * (cdf + v * kDensityAtZero * std::exp(-v * v / 2));
}

long double FastGeluBackwardTanh(float grad, float x) {
  if (std::isinf(x)) return x > 0 ? grad : 0 * grad;
  long double v = x;
  if (v < -40) v = -40;
  if (v > 40) v = 40;
  const long double u = kRootTwoOverPi * (v + 0.044715L * v * v * v);
  const long double slope = kRootTwoOverPi * (1 + 3 * 0.044715L * v * v);
  const long double s = Sigmoid(2 * u);
  return grad * (s + v * s * Sigmoid(-2 * u) * 2 * slope);
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
