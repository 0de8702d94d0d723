// Real and complex numbers, whose products and quotients are spelled out. Those of std::complex are
// in the compilers' libraries, where operations are fused on some machines.
#pragma once

#include <algorithm>
#include <cmath>

namespace openaclnn {

// An element of COMPLEX128.
struct Complex {
  double real = 0, imaginary = 0;

  constexpr Complex() = default;
  constexpr Complex(double re, double im = 0) : real(re), imaginary(im) {}  // NOLINT

  friend constexpr Complex operator+(Complex a, Complex b) {
    return {a.real + b.real, a.imaginary + b.imaginary};
  }
  friend constexpr Complex operator-(Complex a, Complex b) {
    return {a.real - b.real, a.imaginary - b.imaginary};
  }
  friend constexpr Complex operator*(Complex a, Complex b) {
    return {a.real * b.real - a.imaginary * b.imaginary,
            a.real * b.imaginary + a.imaginary * b.real};
  }
};
static_assert(sizeof(Complex) == 2 * sizeof(double));

inline double RealPart(double x) { return x; }
inline double RealPart(Complex x) { return x.real; }
inline double ImaginaryPart(double) { return 0; }
inline double ImaginaryPart(Complex x) { return x.imaginary; }

inline double Conjugate(double x) { return x; }
inline Complex Conjugate(Complex x) { return {x.real, -x.imaginary}; }

inline double Scaled(double x, double factor) { return x * factor; }
inline Complex Scaled(Complex x, double factor) { return {x.real * factor, x.imaginary * factor}; }

inline double Square(double x) { return x * x; }
inline double Square(Complex x) { return x.real * x.real + x.imaginary * x.imaginary; }

// Where squares neither overflow nor vanish.
inline double Reciprocal(double x) { return 1 / x; }
inline Complex Reciprocal(Complex x) {
  const double square = Square(x);
  return {x.real / square, -x.imaginary / square};
}

inline double Modulus(double x) { return std::fabs(x); }
inline double Modulus(Complex x) {
  const double a = std::fabs(x.real), b = std::fabs(x.imaginary);
  const double larger = std::max(a, b);
  if (larger == 0) return 0;
  const double ratio = std::min(a, b) / larger;
  return larger * std::sqrt(1 + ratio * ratio);
}

// Its size is 1. Rounded products with a reciprocal are often smaller, and so shorten what they
// turn.
inline double PhaseOf(double x, double /*modulus*/) { return std::copysign(1.0, x); }
inline Complex PhaseOf(Complex x, double modulus) {
  return {x.real / modulus, x.imaginary / modulus};
}

inline bool IsFinite(double x) { return std::isfinite(x); }
inline bool IsFinite(Complex x) { return std::isfinite(x.real) && std::isfinite(x.imaginary); }

// The larger of a number and what is finite or infinite of the parts of another.
inline double LargerPart(double largest, double x) {
  return std::fabs(x) > largest ? std::fabs(x) : largest;
}
inline double LargerPart(double largest, Complex x) {
  return LargerPart(LargerPart(largest, x.real), x.imaginary);
}

// Powers of two that bring numbers as large as `largest` near 1 and back, so that their squares
// neither overflow nor vanish.
struct PowersOfTwo {
  explicit PowersOfTwo(double largest) {
    if (largest == 0 || !std::isfinite(largest)) return;
    const int exponent = std::clamp(std::ilogb(largest), -1000, 1000);
    down = std::ldexp(1.0, -exponent);
    up = std::ldexp(1.0, exponent);
  }
  double down = 1, up = 1;
};

}  // namespace openaclnn
