// x^y in double: for results that are rounded to float, and with a logarithm in two parts.
//
//   x^y = 2^(y log2|x|), with the sign of x if y is odd
//
// Where |x| = 2^n m, m within a factor of sqrt(2) of 1, and s = (m - 1) / (m + 1),
//   log2|x| = n + 2 / ln(2) (s + s^3 / 3 + s^5 / 5 + ...), |s| <= 0.172.

#if defined(OPENACLNN_FORMULAS_POW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_POW_INL_H_
#undef OPENACLNN_FORMULAS_POW_INL_H_
#else
#define OPENACLNN_FORMULAS_POW_INL_H_
#endif

#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace pow_internal {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kSqrt2 = 1.4142135623730951;

// A number as the sum of two, of which the first is it, rounded. Never copied: what the compiler
// makes by itself has no target's instructions.
template <class F>
struct Parts {
  F high, low;
};

// a + b, exactly, where a is 0 or not below b in size.
template <class F>
OPENACLNN_INLINE Parts<F> SumOf(F a, F b) {
  const F sum = a + b;
  return {sum, (a - sum) + b};
}
template <class F>
OPENACLNN_INLINE Parts<F> operator+(const Parts<F>& a, F b) {
  return SumOf(a.high, a.low + b);
}
// The product except for what is 2^-104 of it.
template <class F>
OPENACLNN_INLINE Parts<F> operator*(const Parts<F>& a, const Parts<F>& b) {
  const F product = a.high * b.high;
  const F low = Fma(a.high, b.low, Fma(a.low, b.high, Fms(a.high, b.high, product)));
  return SumOf(product, low);
}

// log2(a) for a > 0, and inf; of 0 -inf.
template <class F>
OPENACLNN_INLINE F WithEnds(F a, F log) {
  return Select(a == F(0), F(-kInfinity), Select(a == F(kInfinity), a, log));
}

// log2(a) for normal numbers: within 2^-37 of it.
template <class F>
OPENACLNN_INLINE F Log2ForFloat(F a) {
  const F n = ExponentOf(a * F(kSqrt2));
  const F m = AddToExponent(a, -n);
  const F s = (m - F(1)) / (m + F(1));
  const F series = Horner(s * s, {2.885390081790039, 0.9617966733638887, 0.5770835821535526,
                                  0.4116728513413324, 0.34072803356787273});
  return WithEnds(a, Fma(s, series, n));
}

// log2(a): within 2^-68 of it.
template <class F>
OPENACLNN_INLINE Parts<F> Log2InParts(F a) {
  const auto is_subnormal = a < F(0x1p-1022);
  const F normal = Select(is_subnormal, a * F(0x1p54), a);
  const F n = ExponentOf(normal * F(kSqrt2));
  const F m = AddToExponent(normal, -n);
  // m + 1 = d + d_low exactly, and s + s_low the quotient to 2^-100.
  const F f = m - F(1), d = m + F(1);
  const F d_low = m - (d - F(1));
  const F reciprocal = F(1) / d;
  const F s_near = f * reciprocal;
  const F s_rest = Fnma(s_near, d_low, Fnma(s_near, d, f)) * reciprocal;
  const Parts<F> s = SumOf(s_near, s_rest);
  const Parts<F> w = s * s;
  // 2 / ((2 k + 1) ln(2)), from k = 3 on in one part: 2^-18 of the whole.
  const F rest =
      w.high * Polynomial(w.high, {0.4121985831111324, 0.3205988979753252, 0.2623081892525388,
                                   0.22195308321368667, 0.19235933878519512, 0.16972882833987804,
                                   0.15186263588304877, 0.1373995277037108, 0.12545174268599682,
                                   0.11541560327111708, 0.1068662993251084});
  const Parts<F> third = SumOf(F(0x1.2776c50ef9bfep-1), rest + F(0x1.e4b29ccc535d4p-55));
  const Parts<F> tail = w * third;
  const Parts<F> second =
      SumOf(F(0x1.ec709dc3a03fdp-1), tail.high) + (tail.low + F(0x1.d27f05548af0cp-55));
  const Parts<F> rise = w * second;
  const Parts<F> first =
      SumOf(F(0x1.71547652b82fep+1), rise.high) + (rise.low + F(0x1.777d0ffda0d24p-55));
  const Parts<F> log = s * first;
  const F exponent = Select(is_subnormal, n - F(54), n);
  const Parts<F> whole = SumOf(exponent, log.high) + log.low;
  return {WithEnds(a, whole.high), whole.low};
}

// Beyond both ends every power is 0 or inf.
template <class F>
OPENACLNN_INLINE F LimitedExponent(F y) {
  return Min(F(0x1p1000), Max(F(-0x1p1000), y));
}

// 2^(y log), y finite, rounded to float: within 0.53 ULP.
template <class F>
OPENACLNN_INLINE F SizeForFloat(F y, F log) {
  return Exp2ForFloat(Min(F(1000), Max(F(-1000), y * log)));
}

// 2^(y log), y finite: within 0.8 ULP, subnormal results within 1.
template <class F>
OPENACLNN_INLINE F Size(F y, const Parts<F>& log) {
  const F product = y * log.high;
  const F t = Min(F(1100), Max(F(-1200), product));
  const F t_low = ZeroIf(t != product, Fma(y, log.low, Fms(y, log.high, product)));
  const F n = exp_internal::Nearest(t);
  const F f = t - n;
  constexpr double kLn2 = 0x1.62e42fefa39efp-1, kLn2Low = 0x1.abc9e3b39803fp-56;
  const F z = f * F(kLn2);
  const F z_low = Fma(t_low, F(kLn2), Fma(f, F(kLn2Low), Fms(f, F(kLn2), z)));
  const ScaledExp<F> e = ExpScaled(z, z_low);
  const F exponent = n + e.exponent;
  // Not at once: what is subnormal is rounded by the second step alone, what is large overflows.
  const F most = Min(F(1000), Max(F(-900), exponent));
  return AddToExponent(e.power + e.power_low, most) * PowerOfTwo(exponent - most);
}

template <class F>
OPENACLNN_INLINE typename F::Mask IsWhole(F a) {  // a >= 0
  return Or(a >= F(0x1p52), (a + F(0x1p52)) - F(0x1p52) == a);
}

// x^y by IEEE 754 from |x|^y, which is any number where one of the two is NaN, and where y = 0.
template <class F>
OPENACLNN_INLINE F WithSign(F x, F y, F size) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const F a = Abs(y);
  const auto is_whole = IsWhole(a);
  const auto is_odd = And(is_whole, Not(IsWhole(a * F(0.5))));
  const auto is_negative = CopySign(F(1), x) < F(0);
  const auto has_no_power = And(Not(is_whole), And(x<F(0), x> F(-kInfinity)));
  const F power = Select(has_no_power, F(kNan), NegateIf(And(is_odd, is_negative), size));
  const F of_numbers = Select(Or(x != x, y != y), x + y, power);
  return Select(Or(x == F(1), y == F(0)), F(1), of_numbers);
}

}  // namespace pow_internal

// x^y, rounded to float: within 0.53 ULP. x is a float, `log` log2|x|.
template <class F>
OPENACLNN_INLINE F PowForFloat(F x, F y, F log) {
  using namespace pow_internal;
  return WithSign(x, y, SizeForFloat(LimitedExponent(y), log));
}
template <class F>
OPENACLNN_INLINE F PowForFloat(F x, F y) {
  return PowForFloat(x, y, pow_internal::Log2ForFloat(Abs(x)));
}

// x^y: within 0.8 ULP, subnormal results within 1.
template <class F>
OPENACLNN_INLINE F Pow(F x, F y, const pow_internal::Parts<F>& log) {
  using namespace pow_internal;
  return WithSign(x, y, Size(LimitedExponent(y), log));
}
template <class F>
OPENACLNN_INLINE F Pow(F x, F y) {
  return Pow(x, y, pow_internal::Log2InParts(Abs(x)));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
