//   s(x) = 1 / (1 + e^-x)
//   gradInput = grad y (1 - y), y = s(x)

#if defined(OPENACLNN_OPS_SIGMOID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SIGMOID_INL_H_
#undef OPENACLNN_OPS_SIGMOID_INL_H_
#else
#define OPENACLNN_OPS_SIGMOID_INL_H_
#endif

#include "formulas/expm1-inl.h"
#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/pair-inl.h"
#include "formulas/sigmoid-inl.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats: within 0.82 ULP. BFLOAT16, correctly rounded: no float is near a tie that it is on the
// wrong side of; near-ties of FLOAT16 are rare.
struct Sigmoid {
  static constexpr int kCost = 400;  // picoseconds for an element in float, about
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    // 2^kUp e^105 and 2^-kUp e^-60 are powers of two that floats have.
    constexpr int kUp = 36;
    constexpr StepsDown<4> kSteps(1);
    // Below -104 floats round s to 0, above 60 it is 1; a NaN stays.
    const F t = Max(F(-105), Min(F(60), x));
    const auto [quotient, residual] = SigmoidOfSteps<kUp>(kSteps.Shifted(t), kSteps.Rest(t));
    return Fma(quotient, residual, quotient) * F(1.0f / (1ull << kUp));
  }
};

// Doubles: within 1.1 ULP.
struct SigmoidOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return TimesSigmoid(F(1), x, F(0));
  }
};

// In double for every value: nothing overflows.
struct SigmoidBackwardExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return grad * (y * SumForHalves(F(1), -y));
  }
};

// Floats: within 0.5001 ULP.
struct SigmoidBackward {
  static constexpr int kCost = 150;

  OPENACLNN_ON_DEVICE SigmoidBackwardExact ExactForm() const { return {}; }

  // y (1 - y) = s - s^2, where s is y or 1 - y, whichever is smaller, and exact, and so is s -
  // high.
  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    const F s = Min(y, F(1) - y);  // a NaN stays
    const F high = Fnma(s, s, s);
    const F value = Fma(grad, high, grad * Fnma(s, s, s - high));
    return CopySign(value, grad * high);  // zeros, too
  }
  // y from 0 to 1, and values of 0. False for NaN, and for other values so small that their last
  // place is near what the product with the low part loses, as SeluBackward tells them. The sign of
  // s tells of y with the same comparison, as masks take long to join.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F y, F value) const {
    const F s = Min(y, F(1) - y);
    return value * F(0x1p-49f) * CopySign(F(0x1p49f), s) == value;
  }
};

// BFLOAT16, correctly rounded without a look for ties: grad y is exact, and so is 1 - y where it
// decides more than ties. Only for two y, 0x1.4ap-14 and 0x1.8cp-14, there is a grad whose product
// is rounded to a float that is a tie although it is not one itself.
struct SigmoidBackwardOfBfloat16 {
  OPENACLNN_ON_DEVICE SigmoidBackwardExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return (grad * y) * (F(1) - Max(y, F(0x1p-18f)));
  }
  // y from 0 to 1, but not from the one of the two to the other, and no part of a product
  // underflows but where it vanishes.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F y, F value) const {
    constexpr float kBelow = 0x1.49p-14f, kAbove = 0x1.8dp-14f;
    const F inside = Fnma(y, y, y);  // y (1 - y)
    const F apart =
        Fma(y, y - F(kBelow + kAbove), F(kBelow * kAbove));  // (y - kBelow) (y - kAbove)
    return IsZeroOrPositiveNormal(CopySign(value, Min(inside, apart)));
  }
};

// FLOAT16: two roundings in float.
struct SigmoidBackwardOfFloat16 {
  static constexpr int kErrorUlps = 3;

  OPENACLNN_ON_DEVICE SigmoidBackwardExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return grad * Fnma(y, y, y);
  }
  // y from 0 to 1, as above.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F y, F value) const {
    return Fma(value, F(0), Fnma(y, y, y)) >= F(0);
  }
  template <class F, class... In>
  static OPENACLNN_INLINE Everywhere CoversFinite(F, In...) {
    return {};
  }
};

// Doubles: within 1.5 ULP. No product of two overflows unless that of the three does.
struct SigmoidBackwardOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    const F rest = F(1) - y;
    const auto is_large = Abs(y) > F(0x1p500);
    return y * Select(is_large, grad, rest) * Select(is_large, rest, grad);
  }
};

// Complex numbers, in doubles: grad conj(y (1 - y)), where y (1 - y) is a (1 - a) + b^2 +
// i b (1 - 2 a) of y = a + i b. In each part within 6 2^-53 |grad| |y| |1 - y|: |a| |1 - a| + b^2
// is at most |y| |1 - y|, and the four products and their sums are rounded once each.
struct SigmoidBackwardOfComplex {
  using Compute = double;
  static constexpr int kCost = 4000;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F real, F imaginary, F a, F b) const {
    const F slope = a * (F(1) - a) + b * b;
    const F turn = b * (F(1) - (a + a));
    return {real * slope + imaginary * turn, imaginary * slope - real * turn};
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
