// Exponentials as sums of two doubles, for what is left where such numbers cancel.

#if defined(OPENACLNN_FORMULAS_EXP_IN_PARTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_EXP_IN_PARTS_INL_H_
#undef OPENACLNN_FORMULAS_EXP_IN_PARTS_INL_H_
#else
#define OPENACLNN_FORMULAS_EXP_IN_PARTS_INL_H_
#endif

#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// high + low, |low| at most an ULP of high.
template <class F>
struct InParts {
  OPENACLNN_INLINE InParts(F larger, F smaller) : high(larger), low(smaller) {}
  OPENACLNN_INLINE InParts(const InParts& other) : high(other.high), low(other.low) {}
  OPENACLNN_INLINE InParts& operator=(const InParts& other) {
    high = other.high;
    low = other.low;
    return *this;
  }

  F high, low;
};

// a + b for |a| >= |b|, or a = 0; `low` belongs to both.
template <class F>
OPENACLNN_INLINE InParts<F> SumOfLarger(F a, F b, F low) {
  const F sum = a + b;
  return {sum, ((a - sum) + b) + low};
}

template <class F>
OPENACLNN_INLINE InParts<F> Product(const InParts<F>& a, const InParts<F>& b) {
  const F high = a.high * b.high;
  return {high, Fms(a.high, b.high, high) + Fma(a.high, b.low, a.low * b.high)};
}

// e^z or 2^z as 2^exponent (1 + rest), exponent a whole number.
template <class F>
struct ExpInParts {
  OPENACLNN_INLINE ExpInParts(F n, const InParts<F>& e) : exponent(n), rest(e) {}

  F exponent;
  InParts<F> rest;  // |rest| < 0.42; the error is below 2^-76 of it
};

// e^r - 1 for |r| <= 0.35. The coefficients are those of its series, the first in two parts.
template <class F>
OPENACLNN_INLINE InParts<F> Expm1InParts(const InParts<F>& r) {
  constexpr double kHigh[] = {0x1.a01a01a01a01ap-13, 0x1.6c16c16c16c17p-10, 0x1.1111111111111p-7,
                              0x1.5555555555555p-5,  0x1.5555555555555p-3,  0.5};  // 1/7! to 1/2!
  constexpr double kLow[] = {0x1.a01a01a01a01ap-73, -0x1.f49f49f49f49fp-65, 0x1.1111111111111p-63,
                             0x1.5555555555555p-59, 0x1.5555555555555p-57,  0};
  const F tail =
      Horner(r.high, {2.48015873015873e-05, 2.7557319223985893e-06, 2.755731922398589e-07,
                      2.505210838544172e-08, 2.08767569878681e-09, 1.6059043836821613e-10,
                      1.1470745597729725e-11, 7.647163731819816e-13, 4.779477332387385e-14,
                      2.8114572543455206e-15, 1.5619206968586225e-16});
  InParts<F> sum = {tail, F(0)};
  for (int i = 0; i < 6; ++i) {
    const InParts<F> product = Product(r, sum);
    sum = SumOfLarger(F(kHigh[i]), product.high, product.low + F(kLow[i]));
  }
  const InParts<F> square = Product(r, Product(r, sum));
  return SumOfLarger(r.high, square.high, square.low + r.low);
}

// e^z for |z| < 700.
template <class F>
OPENACLNN_INLINE ExpInParts<F> NaturalExpInParts(F z) {
  const F n = exp_internal::Nearest(z * F(0x1.71547652b82fep+0));
  const F exact = Fma(n, F(-0x1.62e42fefa39efp-1), z);  // as in ExpReduced
  return ExpInParts<F>(n, Expm1InParts(SumOfLarger(exact, n * F(-0x1.abc9e3b39803fp-56), F(0))));
}

// 2^z for |z| < 1000.
template <class F>
OPENACLNN_INLINE ExpInParts<F> BinaryExpInParts(F z) {
  const F n = exp_internal::Nearest(z);
  const InParts<F> ln2 = {F(0x1.62e42fefa39efp-1), F(0x1.abc9e3b39803fp-56)};
  return ExpInParts<F>(n, Expm1InParts(Product(InParts<F>{z - n, F(0)}, ln2)));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
