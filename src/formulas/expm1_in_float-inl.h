// e^t - 1 in float, with a low part. The coefficients come from scripts/fit_float_coefficients.py.

#if defined(OPENACLNN_FORMULAS_EXPM1_IN_FLOAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_EXPM1_IN_FLOAT_INL_H_
#undef OPENACLNN_FORMULAS_EXPM1_IN_FLOAT_INL_H_
#else
#define OPENACLNN_FORMULAS_EXPM1_IN_FLOAT_INL_H_
#endif

#include "formulas/float_layout.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// high + low, low at most a sixth of high.
template <class F>
struct Expm1Parts {
  F high, low;
};

// What t / ln(2) rounded leaves of t: e^t = 2^count e^rest.
template <class F>
struct ReducedToOctave {
  F shifted;  // count + FloatLayout<float>::kIntegerShift
  F count, rest;
};

// The rest is exact for |t| < 100 except for 2^-29 count, which ln(2) has beyond a float.
inline constexpr float kLn2 = 0x1.62e43p-1f;
inline constexpr float kLn2Low = -1.904654323e-9f;

template <class F>
OPENACLNN_INLINE ReducedToOctave<F> ReduceToOctave(F t) {
  constexpr float kShift = FloatLayout<float>::kIntegerShift;
  const F shifted = Fma(t, F(1.44269504f), F(kShift));
  const F count = shifted - F(kShift);
  return {shifted, count, Fnma(count, F(kLn2), t)};
}

// 2^count e^rest - 1 within 2^-27 of it, count from -26 to 0, where `small` adds to what is left
// below high: high and that are its arguments.
template <class F, class Small>
OPENACLNN_INLINE Expm1Parts<F> Expm1Of(const ReducedToOctave<F>& t, const Small& small) {
  const F scale = AddShifted<FloatLayout<float>::kFractionBits>(F(1), t.shifted);
  // scale (1 + rest + rest^2 q) - 1: a sum of two exact terms, and what is far below it.
  const F q =
      Horner(t.rest, {0.5f, 0.1666666567325592f, 0.04166649281978607f, 0.008333543315529823f,
                      0.0013932364527136087f, 0.00019764331227634102f});
  const F whole = scale - F(1), part = scale * t.rest;
  const F high = whole + part;
  return {high, Fma(part * t.rest, q, small(high, part - (high - whole)))};
}

// e^t - 1 for t from -18 to 0, where ln(2) is exact enough. Zeros give +0, NaN stays.
template <class F>
OPENACLNN_INLINE Expm1Parts<F> Expm1BelowZero(F t) {
  return Expm1Of(ReduceToOctave(t), [](F, F left) HWY_ATTR { return left; });
}

// Rounded once, except for what the product with low loses.
template <class F>
OPENACLNN_INLINE F TimesParts(F factor, const Expm1Parts<F>& parts) {
  return Fma(factor, parts.high, factor * parts.low);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
