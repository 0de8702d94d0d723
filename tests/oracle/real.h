// Numbers of 384 bits (MPFR): sums of floats are exact, and everything else for any practical
// purpose, though what exponentials and the like give has 192 bits, which take a third of the time,
// but near zero, where they may be 1 and so little more that only all bits tell it from a tie.
// NaN, infinities and the sign of zero follow IEEE 754.
#pragma once

#include <gmp.h>
#include <mpfr.h>

namespace openaclnn::oracle {

class Real {
 public:
  static constexpr mpfr_prec_t kBits = 384, kFunctionBits = 192;

  Real(double value);  // NOLINT: exact
  Real(const Real& other);
  Real& operator=(const Real& other);

  static Real Parse(const char* decimal);
  static Real Pi();

  friend Real operator+(const Real& a, const Real& b);
  friend Real operator-(const Real& a, const Real& b);
  friend Real operator*(const Real& a, const Real& b);
  friend Real operator/(const Real& a, const Real& b);
  friend Real operator-(const Real& a);
  friend Real Abs(const Real& a);
  friend Real Sqrt(const Real& a);
  friend Real Exp(const Real& a);
  friend Real Expm1(const Real& a);
  friend Real Log1p(const Real& a);
  friend Real Erf(const Real& a);
  friend Real Erfc(const Real& a);
  friend Real Log(const Real& a);
  friend Real Log2(const Real& a);
  friend Real Log10(const Real& a);
  friend Real Sin(const Real& a);
  friend Real Cos(const Real& a);
  friend Real Tanh(const Real& a);
  friend Real Pow(const Real& a, const Real& b);
  friend Real RoundToInteger(const Real& a);           // ties to even
  friend Real TimesPowerOfTwo(const Real& a, long n);  // a * 2^n

  // False where either is NaN.
  friend bool operator<(const Real& a, const Real& b) { return mpfr_less_p(a.raw_, b.raw_) != 0; }
  friend bool operator>(const Real& a, const Real& b) { return b < a; }
  friend bool operator<=(const Real& a, const Real& b) {
    return mpfr_lessequal_p(a.raw_, b.raw_) != 0;
  }
  friend bool operator>=(const Real& a, const Real& b) { return b <= a; }
  friend bool operator==(const Real& a, const Real& b) { return mpfr_equal_p(a.raw_, b.raw_) != 0; }

  bool IsNan() const { return mpfr_nan_p(raw_) != 0; }
  bool IsInfinite() const { return mpfr_inf_p(raw_) != 0; }
  bool IsZero() const { return mpfr_zero_p(raw_) != 0; }
  bool IsNegative() const { return mpfr_signbit(raw_) != 0; }
  // e with 2^e <= |value| < 2^(e + 1); the value is finite and not 0.
  long Exponent() const { return static_cast<long>(mpfr_get_exp(raw_)) - 1; }
  double ToDouble() const { return mpfr_get_d(raw_, MPFR_RNDN); }

 private:
  using Function = int (*)(mpfr_ptr result, mpfr_srcptr a, mpfr_rnd_t);

  Real();
  static Real Of(Function function, const Real& a);

  // The significand lies here: with the address sanitizer, memory for each number took tests of
  // attention more than half of their time.
  mpfr_t raw_;
  mp_limb_t significand_[kBits / GMP_NUMB_BITS];
};

}  // namespace openaclnn::oracle
