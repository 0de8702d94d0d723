#include "tests/oracle/verdict.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace openaclnn::oracle {
namespace {

// How wrong an error in ULP may be that is measured with a value of long double, and a margin.
constexpr double kDoubt = 0x1p-28;
constexpr Verdict kMismatch = {.ulp = 0, .rounded = false, .mismatch = true};

}  // namespace

Verdict Judge(double actual, const Real& exact, const Format& format) {
  const double error = UlpError(actual, exact, format);
  const bool wrong_zero = actual == 0 && std::signbit(actual) != exact.IsNegative();
  if (std::isinf(error) || (wrong_zero && !exact.IsNan())) return kMismatch;
  const double rounded = Round(exact, format);
  return {.ulp = error, .rounded = exact.IsNan() || actual == rounded};
}

std::optional<Verdict> JudgeFast(float actual, long double exact, const Format& format) {
  const bool wrong_zero = actual == 0 && std::signbit(actual) != std::signbit(exact);
  if (wrong_zero && !std::isnan(exact)) return kMismatch;
  if (exact == actual) return Verdict{};
  const double error = UlpErrorOfFloat(actual, exact, format);
  if (std::isinf(error)) return kMismatch;
  if (std::fabs(error - 0.5) < kDoubt) return std::nullopt;
  return Verdict{.ulp = error, .rounded = error < 0.5};
}

// Without branches, for SIMD: infinities stand for the number after the largest, as what is beyond
// it does, and a unit comes of the bits of the exponent.
void ErrorsInDouble(std::span<const float> actual, std::span<const double> exact,
                    const Format& format, std::span<double> errors) {
  constexpr uint64_t kExponent = uint64_t{0x7ff} << 52;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double after_largest = std::ldexp(1.0, format.max_exponent + 1);
  const double largest_power = after_largest / 2;
  const double least_power = std::ldexp(1.0, format.min_exponent);
  // The exponent field of 2^(fraction bits) / 2^e, less that of 2^e.
  const uint64_t inverse = static_cast<uint64_t>(2 * 1023 + format.fraction_bits) << 52;
  const auto within = [=](double value) {  // NaN stays
    const double high = after_largest < value ? after_largest : value;
    return -after_largest > high ? -after_largest : high;
  };
  for (size_t i = 0; i < errors.size(); ++i) {
    const double result = actual[i], value = exact[i], magnitude = std::fabs(value);
    const double high = magnitude < largest_power ? magnitude : largest_power;
    const double power = high > least_power ? high : least_power;
    const double per_unit =
        std::bit_cast<double>(inverse - (std::bit_cast<uint64_t>(power) & kExponent));
    const double error = std::fabs(within(result) - within(value)) * per_unit;
    const bool same_sign = std::copysign(1.0, result) == std::copysign(1.0, value);
    errors[i] = result != 0 || same_sign ? error : kInfinity;
  }
}

}  // namespace openaclnn::oracle
