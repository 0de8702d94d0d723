// Rounding exact values to the formats of tensors, and the distance of a result from them.
#pragma once

#include "tests/oracle/real.h"

namespace openaclnn::oracle {

struct Format {
  int fraction_bits;
  int min_exponent;  // of normal numbers
  int max_exponent;
};
inline constexpr Format kFloat16 = {10, -14, 15};
inline constexpr Format kBfloat16 = {7, -126, 127};
inline constexpr Format kFloat = {23, -126, 127};
inline constexpr Format kDouble = {52, -1022, 1023};

// The nearest number of the format, ties to even, with subnormals, overflow to infinity and the
// sign of zero. Every format's numbers are doubles.
double Round(const Real& exact, const Format& format);

// |actual - exact| in units of the format's last place at `exact`; 0 for the right infinity, for
// NaN that should be, and for an infinity where exact is beyond the format's range. An infinity
// that came too early counts as the power of two it stands for. Infinite where only one is NaN, or
// where exact is an infinity and actual another number.
double UlpError(double actual, const Real& exact, const Format& format);

// The same for a format within float from a value in long double, for sweeps. It is as right as
// `exact` is.
double UlpErrorOfFloat(float actual, long double exact, const Format& format = kFloat);

}  // namespace openaclnn::oracle
