#include "tests/oracle/real.h"

namespace openaclnn::oracle {

Real::Real() { mpfr_custom_init_set(raw_, MPFR_NAN_KIND, 0, kBits, significand_); }
Real Real::Of(Function function, const Real& a) {
  Real r;
  const bool is_small = mpfr_regular_p(a.raw_) != 0 && a.Exponent() < -64;
  if (is_small) {
    function(r.raw_, a.raw_, MPFR_RNDN);
    return r;
  }
  mpfr_t value;
  mp_limb_t significand[kFunctionBits / GMP_NUMB_BITS];
  mpfr_custom_init_set(value, MPFR_NAN_KIND, 0, kFunctionBits, significand);
  function(value, a.raw_, MPFR_RNDN);
  mpfr_set(r.raw_, value, MPFR_RNDN);
  return r;
}
Real::Real(double value) : Real() { mpfr_set_d(raw_, value, MPFR_RNDN); }
Real::Real(const Real& other) : Real() { mpfr_set(raw_, other.raw_, MPFR_RNDN); }
Real& Real::operator=(const Real& other) {
  mpfr_set(raw_, other.raw_, MPFR_RNDN);
  return *this;
}

Real Real::Parse(const char* decimal) {
  Real r;
  mpfr_set_str(r.raw_, decimal, 10, MPFR_RNDN);
  return r;
}

Real Real::Pi() {
  Real r;
  mpfr_const_pi(r.raw_, MPFR_RNDN);
  return r;
}

Real operator+(const Real& a, const Real& b) {
  Real r;
  mpfr_add(r.raw_, a.raw_, b.raw_, MPFR_RNDN);
  return r;
}
Real operator-(const Real& a, const Real& b) {
  Real r;
  mpfr_sub(r.raw_, a.raw_, b.raw_, MPFR_RNDN);
  return r;
}
Real operator*(const Real& a, const Real& b) {
  Real r;
  mpfr_mul(r.raw_, a.raw_, b.raw_, MPFR_RNDN);
  return r;
}
Real operator/(const Real& a, const Real& b) {
  Real r;
  mpfr_div(r.raw_, a.raw_, b.raw_, MPFR_RNDN);
  return r;
}
Real operator-(const Real& a) {
  Real r;
  mpfr_neg(r.raw_, a.raw_, MPFR_RNDN);
  return r;
}
Real Abs(const Real& a) {
  Real r;
  mpfr_abs(r.raw_, a.raw_, MPFR_RNDN);
  return r;
}
Real Sqrt(const Real& a) {
  Real r;
  mpfr_sqrt(r.raw_, a.raw_, MPFR_RNDN);
  return r;
}
Real Exp(const Real& a) { return Real::Of(mpfr_exp, a); }
Real Expm1(const Real& a) { return Real::Of(mpfr_expm1, a); }
Real Log1p(const Real& a) { return Real::Of(mpfr_log1p, a); }
Real Erf(const Real& a) { return Real::Of(mpfr_erf, a); }
Real Erfc(const Real& a) { return Real::Of(mpfr_erfc, a); }
Real Log(const Real& a) { return Real::Of(mpfr_log, a); }
Real Log2(const Real& a) { return Real::Of(mpfr_log2, a); }
Real Log10(const Real& a) { return Real::Of(mpfr_log10, a); }
Real Sin(const Real& a) { return Real::Of(mpfr_sin, a); }
Real Cos(const Real& a) { return Real::Of(mpfr_cos, a); }
Real Tanh(const Real& a) { return Real::Of(mpfr_tanh, a); }
Real Pow(const Real& a, const Real& b) {
  Real r;
  mpfr_pow(r.raw_, a.raw_, b.raw_, MPFR_RNDN);
  return r;
}
Real RoundToInteger(const Real& a) {
  Real r;
  mpfr_rint(r.raw_, a.raw_, MPFR_RNDN);
  return r;
}
Real TimesPowerOfTwo(const Real& a, long n) {
  Real r;
  mpfr_mul_2si(r.raw_, a.raw_, n, MPFR_RNDN);
  return r;
}

}  // namespace openaclnn::oracle
