// Which scalars only move the exponents of what they are multiplied with.
#pragma once

#include <cmath>

namespace openaclnn {

// Whether x is a power of two, of either sign; false for 0, infinities and NaN.
inline bool IsPowerOfTwo(double x) {
  int exponent;
  return std::fabs(std::frexp(x, &exponent)) == 0.5;
}

}  // namespace openaclnn
