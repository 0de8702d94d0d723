//   selu(x)   = x > 0 ? S x : A (e^x - 1),  S = 1.0507..., A = 1.7580... = S 1.6732...
//   its slope = y > 0 ? S   : y + A,        y = selu(x)

#if defined(OPENACLNN_OPS_SELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SELU_INL_H_
#undef OPENACLNN_OPS_SELU_INL_H_
#else
#define OPENACLNN_OPS_SELU_INL_H_
#endif

#include "formulas/expm1-inl.h"
#include "formulas/expm1_in_float-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// S = 1.0507009873554804934193349852946 and A = 1.7580993408473768599402175208123, the low parts
// what doubles leave of them.
inline constexpr double kSeluScale = 1.0507009873554805;
inline constexpr double kSeluScaleLow = 3.9874847667154144e-17;
inline constexpr double kSeluScaleAlpha = 1.7580993408473768;
inline constexpr double kSeluScaleAlphaLow = 1.41535193800845e-17;

// In double for every value: within 0.51 ULP.
struct SeluExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x > F(0), F(kSeluScale) * x, F(kSeluScaleAlpha) * Expm1ForFloat(x));
  }
};

// Floats: within 0.92 ULP, or 1 ULP near and among subnormal results.
struct Selu {
  static constexpr int kCost = 250;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    // Low parts of the sign of the high ones, so that no infinite x makes a NaN.
    constexpr float kScale = 0x1.0cfabcp0f;
    constexpr auto kScaleLow = static_cast<float>(kSeluScale - kScale);
    constexpr auto kAlpha = static_cast<float>(kSeluScaleAlpha);
    constexpr auto kExcess = static_cast<float>(kSeluScaleAlpha / kAlpha - 1);
    static_assert(kScaleLow > 0);
    // Below -18 it is -A; a NaN stays.
    const auto small = [](F high, F left) HWY_ATTR { return Fma(F(kExcess), high, left); };
    const F below = TimesParts(F(kAlpha), Expm1Of(ReduceToOctave(Max(F(-18), x)), small));
    return Select(x >= F(0), Fma(x, F(kScale), x * F(kScaleLow)), below);
  }
};

// The 16-bit types, correctly rounded: tried for all numbers, none is near a tie.
struct SeluOfHalves {
  static constexpr int kErrorUlps = 0;

  OPENACLNN_ON_DEVICE SeluExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F below = F(static_cast<float>(kSeluScaleAlpha)) * Expm1InFloat(Min(F(0), x));
    return Select(x > F(0), F(static_cast<float>(kSeluScale)) * x, below);
  }
  // False for NaN and infinite values.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F value) const {
    return value * F(0) == F(0);
  }
};

// Integers of 32 bits: a double that is truncated as the exact value is, where it holds the result.
struct SeluOfIntegers {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F product = F(kSeluScale) * x;
    const F low = Fma(F(kSeluScale), x, -product) + F(kSeluScaleLow) * x;
    // The product, or the next double below.
    const F above = Select(low < F(0), product * F(1 - 0x1p-53), product);
    return Select(x > F(0), above, F(kSeluScaleAlpha) * Expm1ForFloat(x));
  }
};

// In double for every value. NaN is above 0.
struct SeluBackwardExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    const F slope = SumForHalves(y, F(kSeluScaleAlpha)) + F(kSeluScaleAlphaLow);
    return grad * Select(y <= F(0), slope, F(kSeluScale));
  }
};

// Floats: within 0.5001 ULP.
struct SeluBackward {
  static constexpr int kCost = 150;

  OPENACLNN_ON_DEVICE SeluBackwardExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    constexpr auto kScale = static_cast<float>(kSeluScale);
    constexpr auto kAlpha = static_cast<float>(kSeluScaleAlpha);
    const auto is_below = y <= F(0);
    const F sum = F(kAlpha) + y;
    const F rest = (y - (sum - F(kAlpha))) + F(static_cast<float>(kSeluScaleAlpha - kAlpha));
    const F slope = Select(is_below, sum, F(kScale));
    const F slope_low = Select(is_below, rest, F(static_cast<float>(kSeluScale - kScale)));
    return CopySign(Fma(grad, slope, grad * slope_low), grad);  // -0 stays
  }
  // What selu gives. False for NaN, and for values, but 0, so small that their last place is near
  // what the product loses: all below 2^-100, and those below 2^-77 that a factor of 2^-49 takes
  // bits from. Comparisons with 0 and 2^-100, and what joins masks, take longer with AVX-512.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F y, F value) const {
    return And(y >= F(-1.75f), value * F(0x1p-49f) * F(0x1p49f) == value);
  }
};

// The 16-bit types: three roundings in float.
struct SeluBackwardOfHalves {
  static constexpr int kErrorUlps = 4;

  OPENACLNN_ON_DEVICE SeluBackwardExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    constexpr auto kAlpha = static_cast<float>(kSeluScaleAlpha);
    const F sum = (F(kAlpha) + y) + F(static_cast<float>(kSeluScaleAlpha - kAlpha));
    return grad * Select(y <= F(0), sum, F(static_cast<float>(kSeluScale)));
  }
  // False for NaN and infinite values.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F y, F value) const {
    return Fma(value, F(0), y * F(0)) == F(0);
  }
  template <class F, class... In>
  static OPENACLNN_INLINE Everywhere CoversFinite(F, In...) {
    return {};
  }
};

// Integers of 32 bits: the exact value rounded to the nearest integer, where that is below 2^51.
struct SeluBackwardOfIntegers {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    const auto is_above = y > F(0);
    const F sum = y + F(kSeluScaleAlpha);
    const F added = sum - y;
    const F sum_low = ((y - (sum - added)) + (F(kSeluScaleAlpha) - added)) + F(kSeluScaleAlphaLow);
    const F slope = Select(is_above, F(kSeluScale), sum);
    const F slope_low = Select(is_above, F(kSeluScaleLow), sum_low);
    const F product = grad * slope;
    const F low = Fma(grad, slope, -product) + grad * slope_low;
    // Only of what looks like a tie the rest decides.
    const F nearest = exp_internal::Nearest(product);
    const F left = product - nearest;
    const F up = ZeroIf(Not(And(left == F(0.5), low > F(0))), F(1));
    const F down = ZeroIf(Not(And(left == F(-0.5), low < F(0))), F(1));
    return Select(Abs(product) < F(0x1p40), nearest + up - down, product);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
