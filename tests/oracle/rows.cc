#include "tests/oracle/rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace openaclnn::oracle {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// e^x of a few numbers, again and again.
const Real& ExpOf(double x) {
  thread_local std::unordered_map<double, Real> known;
  const auto found = known.find(x);
  if (found != known.end()) return found->second;
  if (known.size() > 100000) known.clear();
  return known.emplace(x, std::isinf(x) ? Real(x > 0 ? x : 0) : Exp(Real(x))).first->second;
}

// Exact: there are enough bits for any difference of floats that matters.
Real Difference(double a, double b) { return Real(a) - Real(b); }

bool HasNoSoftmax(const Row& row) {
  bool is_finite_somewhere = false;
  for (const double x : row) {
    if (std::isnan(x) || x == kInfinity) return true;
    is_finite_somewhere = is_finite_somewhere || std::isfinite(x);
  }
  return !is_finite_somewhere;
}

RowResults NoNumbers(size_t length) {
  return {std::vector<RowValue>(length, RowValue{kNan}), {kNan}};
}

// The maximum, all e^(x - maximum), and their sum except for one of the maximum itself.
struct Powers {
  explicit Powers(const Row& row) : max(*std::max_element(row.begin(), row.end())) {
    bool left_out = false;
    for (const double x : row) {
      powers.push_back(PowerOf(x));
      if (x == max && !left_out) {
        left_out = true;
      } else {
        rest = rest + powers.back();
      }
    }
  }
  Real PowerOf(double x) const {
    if (std::isinf(x)) return 0.0;
    const Real z = Difference(x, max);
    if (z < Real(-1e6)) return ExpOf(-1e6);  // for no format but 0, and within MPFR's range
    return z == Real(z.ToDouble()) ? ExpOf(z.ToDouble()) : Exp(z);
  }
  double max;
  std::vector<Real> powers;
  Real rest = 0.0;
};

}  // namespace

RowResults Softmax(std::span<const Row> rows) {
  const Row& x = rows[0];
  if (HasNoSoftmax(x)) return NoNumbers(x.size());
  const Powers powers(x);
  const Real sum = Real(1) + powers.rest;
  RowResults results;
  for (const Real& power : powers.powers) results.elements.push_back({power / sum});
  return results;
}

RowResults LogSoftmax(std::span<const Row> rows) {
  const Row& x = rows[0];
  if (HasNoSoftmax(x)) return NoNumbers(x.size());
  const Powers powers(x);
  const Real log = Log1p(powers.rest);
  RowResults results;
  for (const double v : x) results.elements.push_back({Difference(v, powers.max) - log});
  return results;
}

RowResults SoftmaxBackward(std::span<const Row> rows) {
  const Row &grad = rows[0], &y = rows[1];
  Real sum = 0.0, size = 0.0;
  for (size_t i = 0; i < y.size(); ++i) {
    const Real term = Real(grad[i]) * Real(y[i]);
    sum = sum + term;
    size = size + Abs(term);
  }
  RowResults results;
  for (size_t i = 0; i < y.size(); ++i) {
    const Real slack = Abs(Real(y[i])) * (Abs(Real(grad[i])) + size);
    results.elements.push_back({Real(y[i]) * (Real(grad[i]) - sum), slack.ToDouble() * 0x1p-45});
  }
  return results;
}

RowResults LogSoftmaxBackward(std::span<const Row> rows) {
  const Row &grad = rows[0], &y = rows[1];
  Real sum = 0.0, size = 0.0;
  for (const double g : grad) sum = sum + Real(g), size = size + Abs(Real(g));
  RowResults results;
  for (size_t i = 0; i < y.size(); ++i) {
    // Beyond this every product with a float's sum is as good as infinite, or 0.
    const double limited = std::isinf(y[i]) ? y[i] : std::clamp(y[i], -2000.0, 2000.0);
    const Real power = std::isnan(y[i]) ? Real(kNan) : ExpOf(limited);
    const Real slack = Abs(Real(grad[i])) + power * size;
    results.elements.push_back({Real(grad[i]) - power * sum, slack.ToDouble() * 0x1p-45});
  }
  return results;
}

RowResults SoftmaxCrossEntropy(std::span<const Row> rows) {
  const Row &features = rows[0], &labels = rows[1];
  if (HasNoSoftmax(features)) return NoNumbers(labels.size());
  const Powers powers(features);
  const Real whole = Real(1) + powers.rest, log = Log1p(powers.rest);
  RowResults results;
  Real sum = 0.0, size = 0.0;
  for (size_t i = 0; i < labels.size(); ++i) {
    const Real term = Real(labels[i]) * (log - Difference(features[i], powers.max));
    sum = sum + term;
    size = size + Abs(term);
    results.elements.push_back(
        {powers.powers[i] / whole - Real(labels[i]), std::fabs(labels[i]) * 0x1p-48});
  }
  results.row = {sum, size.ToDouble() * 0x1p-48};
  return results;
}

}  // namespace openaclnn::oracle
