#include "tests/oracle/fast.h"

#include <cmath>
#include <limits>

namespace openaclnn::oracle {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
template <class T>
constexpr T kDensityAtZero = static_cast<T>(0.39894228040143267793994605993438187L);
template <class T>
constexpr T kRootTwoOverPi = static_cast<T>(0.79788456080286535587989211986876373L);
// What stands for factors that leave no float of any gradient; only the sign counts.
constexpr double kVanishing = 0x1p-500;

template <class T>
T Sigmoid(T t) {
  return 1 / (1 + std::exp(-t));
}

// Most floats are tiny or huge. The next three tell what a factor is there without evaluating it;
// what they leave out is below 2^-64 of it.
constexpr double kTiny = 0x1p-32;

template <class T>
T SoftplusFactor(T t) {
  if (std::fabs(t) < kTiny) return T{0.5} + t / 4;
  if (t > 50) return 1;
  if (t < -400) return std::isinf(t) ? 0 : kVanishing;
  return Sigmoid(t);
}

// Both derivatives of gelu: 0.5 + sqrt(2 / pi) v + O(v^3) near 0. Below `least` no gradient makes
// them a float, but double may hold no longer what they are of.
template <class T>
T GeluFactor(T v, double least, T (*derivative)(T)) {
  if (std::fabs(v) < kTiny) return T{0.5} + kRootTwoOverPi<T> * v;
  if (v > 12) return 1;
  if (v < least) return std::isinf(v) ? 0 : -kVanishing;
  return derivative(v);
}

template <class T>
T ErfDerivative(T v) {
  const T cdf = std::erfc(-v * kRootHalf<T>) / 2;
  return cdf + v * kDensityAtZero<T> * std::exp(-v * v / 2);
}

template <class T>
T TanhDerivative(T v) {
  const T u = kRootTwoOverPi<T> * (v + kCubicOfGelu<T> * v * v * v);
  const T slope = kRootTwoOverPi<T> * (1 + 3 * kCubicOfGelu<T> * v * v);
  const T s = Sigmoid(2 * u);
  return s + v * s * Sigmoid(-2 * u) * 2 * slope;
}

}  // namespace

template <class T>
T FastSoftplusBackward(T grad, T x, float beta, float threshold) {
  const T t = beta * x;
  return t > threshold ? grad : grad * SoftplusFactor(t);
}

template <class T>
T FastGeluBackwardErf(T grad, T x) {
  return grad * GeluFactor(x, -36, ErfDerivative<T>);
}

template <class T>
T FastGeluBackwardTanh(T grad, T x) {
  return grad * GeluFactor(x, -20, TanhDerivative<T>);
}

template <class T>
T FastMishBackward(T grad, T x) {
  const T v = x;
  if (v > 50) return grad;
  if (v < -400) return grad * (std::isinf(v) ? 0 : -kVanishing);
  // tanh(log(1 + e)) = n / (n + 2), and its derivative.
  const T e = std::exp(v), n = e * (e + 2);
  return grad * (n / (n + 2) + 4 * v * e * (1 + e) / ((n + 2) * (n + 2)));
}

template <class T>
T FastLogit(T x, float eps) {
  const float high = 1 - eps;
  const T z = !(eps >= 0) ? x : x < eps ? eps : x > high ? high : x;
  const T rest = 1 - z;
  return std::fabs(z - T{0.5}) < 0.25 ? std::log1p((2 * z - 1) / rest) : std::log(z / rest);
}

template <class T>
T FastErfinv(T x) {
  constexpr T kSlope = static_cast<T>(0.88622692545275801364908374167057259L);  // sqrt(pi) / 2
  constexpr T kWinitzki = static_cast<T>(0.147L);
  constexpr int kSteps = std::is_same_v<T, double> ? 2 : 3;
  const T a = std::fabs(x);
  if (!(a < 1)) return a == 1 ? x / 0 : kNan;
  if (a < 0x1p-20)
    return kSlope * (x + static_cast<T>(0.26179938779914943653855361527329190L) * x * a * a);
  // Winitzki's approximation, and Halley's method, which triples its digits each time.
  const T l = std::log1p(-a * a), t = 2 / (static_cast<T>(3.14159265L) * kWinitzki) + l / 2;
  T y = std::sqrt(std::sqrt(t * t - l / kWinitzki) - t);
  for (int i = 0; i < kSteps; ++i) {
    const T f = a < T{0.5} ? std::erf(y) - a : (1 - a) - std::erfc(y);
    const T step = f * kSlope * std::exp(y * y);
    y -= step / (1 + y * step);
  }
  return x < 0 ? -y : y;
}

template <class T>
T FastLogitGrad(T x, T dy, float eps) {
  if (std::isnan(x) || std::isnan(eps)) return kNan;
  const T wide = std::fabs(x);
  const T quotient = dy / (wide * (1 - wide));
  if (eps < 0) return x >= 0 && x <= 1 ? quotient : kNan;
  if (eps < 1) return x >= eps && x <= 1 - eps ? quotient : 0;
  if (eps == 1) return dy / T{0};
  return std::isinf(eps) ? 0 : kNan;
}

template double FastSoftplusBackward(double, double, float, float);
template double FastGeluBackwardErf(double, double);
template double FastGeluBackwardTanh(double, double);
template double FastMishBackward(double, double);
template double FastLogit(double, float);
template double FastErfinv(double);
template double FastLogitGrad(double, double, float);
template long double FastSoftplusBackward(long double, long double, float, float);
template long double FastGeluBackwardErf(long double, long double);
template long double FastGeluBackwardTanh(long double, long double);
template long double FastMishBackward(long double, long double);
template long double FastLogit(long double, float);
template long double FastErfinv(long double);
template long double FastLogitGrad(long double, long double, float);

}  // namespace openaclnn::oracle
