#include "reference.h"

#include <cmath>

namespace {

constexpr long double kPi = 3.14159265358979323846264338327950288L;

long double Sigmoid(long double t) { return 1 / (1 + std::exp(-t)); }

}  // namespace

long double HardtanhBackward(long double grad, long double x, long double min, long double max) {
  return x <= min || x >= max ? 0 : grad;
}

// The product of two doubles does not fit in a long double; what is missing counts in exp.
long double SoftplusBackward(long double grad, long double x, long double beta,
                             long double threshold) {
  const long double t = beta * x;
  const long double low = std::fma(beta, x, -t);
  return t > threshold ? grad : grad / (1 + std::exp(-t) * (1 - low));
}

long double PreluGradInput(long double grad, long double x, long double weight) {
  return x > 0 ? grad : weight * grad;
}

long double PreluWeightTerm(long double grad, long double x) { return x > 0 ? 0 : x * grad; }

long double GeluBackward(long double grad, long double x) {
  const long double distribution = std::erfc(-x / std::sqrt(2.0L)) / 2;
  const long double density = std::exp(-x * x / 2) / std::sqrt(2 * kPi);
  return grad * (distribution + x * density);
}

// With s = (1 + tanh u) / 2 = sigmoid(2u) the derivative is s + 2 x s (1 - s) u', in which nothing
// cancels but near its zero.
long double GeluBackwardTanh(long double grad, long double x) {
  const long double scale = std::sqrt(2 / kPi);
  const long double u = scale * (x + 0.044715L * x * x * x);
  const long double slope = scale * (1 + 3 * 0.044715L * x * x);
  return grad * (Sigmoid(2 * u) + 2 * x * slope * Sigmoid(2 * u) * Sigmoid(-2 * u));
}

long double LogitGrad(long double grad, long double x, long double eps, long double one_minus_eps) {
  return x < eps || x > one_minus_eps ? 0 : grad / (x * (1 - x));
}
