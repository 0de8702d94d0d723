#include "tests/oracle/format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace openaclnn::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// log2 of a unit in the last place at a value with this exponent.
long UnitExponent(long exponent, const Format& format) {
  return std::clamp<long>(exponent, format.min_exponent, format.max_exponent) -
         format.fraction_bits;
}

// What an infinity stands for: the number after the largest.
Real AfterLargest(double sign, const Format& format) {
  return TimesPowerOfTwo(Real(std::copysign(1.0, sign)), format.max_exponent + 1);
}

// ilogb and ldexp(1, n) for the numbers that sweeps meet, in a few instructions: what is beyond the
// range of double has the next exponent outside it.
int DoubleExponent(long double value) {
  const auto nearest = static_cast<double>(value);
  uint64_t bits = std::bit_cast<uint64_t>(nearest) & ~(uint64_t{1} << 63);
  if (std::fabs(nearest) > std::fabs(value)) --bits;  // toward zero, into the exponent of `value`
  return static_cast<int>(bits >> 52) - 1023;
}
double PowerOfTwo(int n) { return std::bit_cast<double>(static_cast<uint64_t>(n + 1023) << 52); }

}  // namespace

double Round(const Real& exact, const Format& format) {
  if (exact.IsNan() || exact.IsInfinite() || exact.IsZero()) return exact.ToDouble();
  const long unit = UnitExponent(exact.Exponent(), format);
  const Real rounded = TimesPowerOfTwo(RoundToInteger(TimesPowerOfTwo(exact, -unit)), unit);
  if (Abs(rounded) >= AfterLargest(1, format)) return exact.IsNegative() ? -kInfinity : kInfinity;
  return rounded.ToDouble();
}

double UlpError(double actual, const Real& exact, const Format& format) {
  if (exact.IsNan() || std::isnan(actual)) {
    return exact.IsNan() && std::isnan(actual) ? 0 : kInfinity;
  }
  if (exact.IsInfinite()) return exact == Real(actual) ? 0 : kInfinity;
  if (exact.IsZero()) {
    return Abs(TimesPowerOfTwo(Real(actual), -UnitExponent(format.min_exponent, format)))
        .ToDouble();
  }
  Real value = actual;
  if (std::isinf(actual)) {
    value = AfterLargest(actual, format);
    if (exact.IsNegative() == value.IsNegative() && Abs(exact) >= Abs(value)) return 0;
  }
  const long unit = UnitExponent(exact.Exponent(), format);
  return Abs(TimesPowerOfTwo(value - exact, -unit)).ToDouble();
}

double UlpErrorOfFloat(float actual, long double exact, const Format& format) {
  long double value = actual;
  if (!std::isfinite(actual) || !std::isfinite(static_cast<double>(exact))) {
    if (std::isnan(exact) || std::isnan(actual)) {
      return std::isnan(exact) && std::isnan(actual) ? 0 : kInfinity;
    }
    if (std::isinf(exact)) return exact == actual ? 0 : kInfinity;
    if (std::isinf(actual)) {
      value = std::copysign(PowerOfTwo(format.max_exponent + 1), value);
      const bool same_sign = std::signbit(exact) == std::signbit(value);
      if (same_sign && std::fabs(exact) >= std::fabs(value)) return 0;
    }
  }
  const int unit = static_cast<int>(UnitExponent(DoubleExponent(exact), format));
  return static_cast<double>(std::fabs(value - exact) * PowerOfTwo(-unit));
}

}  // namespace openaclnn::oracle
