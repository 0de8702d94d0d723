//   hardswish(x) = x >= 3 ? x : x <= -3 ? +0 : x (x + 3) / 6
//   its slope    = 1, 0 and (2 x + 3) / 6

#if defined(OPENACLNN_OPS_HARDSWISH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_HARDSWISH_INL_H_
#undef OPENACLNN_OPS_HARDSWISH_INL_H_
#else
#define OPENACLNN_OPS_HARDSWISH_INL_H_
#endif

#include "formulas/inline.h"
#include "formulas/lanes-inl.h"
#include "formulas/sixth-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Within 0.5001 ULP: what the product with low loses where it underflows is far below the last
// place of the subnormal x / 2.
struct Hardswish {
  static constexpr int kCost = 120;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const Sixth<F> sixth = SixthOfThreeAnd(x);
    return Joined(x, Fma(x, sixth.high, x * sixth.low));
  }

 protected:
  template <class F>
  static OPENACLNN_INLINE F Joined(F x, F product) {
    return Select(x >= F(3), x, ZeroIf(x <= F(-3), product));
  }
};

// Correctly rounded to 16 bits. Where x / 2 is a tie between subnormal numbers, a part of x^2 / 6
// that does not underflow decides.
struct HardswishOfHalves : Hardswish {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const Sixth<F> sixth = SixthOfThreeAnd(x);
    const F decides = NegateIf(x < F(0), F(0x1p-15f));
    const F low = Select(Abs(x) < F(0x1p-20f), decides, sixth.low);
    return Joined(x, Fma(x, sixth.high, x * low));
  }
};

// Whether the slope at -3 and 3 is that between them or that beyond.
enum class HardswishEnds { kInner, kOuter };

// The pieces of the gradient joined. A NaN x passes it.
template <HardswishEnds ends, class F>
OPENACLNN_INLINE F JoinedGradient(F grad, F x, F product) {
  if constexpr (ends == HardswishEnds::kInner) {
    return ZeroIf(x < F(-3), Select(Abs(x) <= F(3), product, grad));
  } else {
    return ZeroIf(x <= F(-3), Select(Abs(x) < F(3), product, grad));
  }
}

template <HardswishEnds ends>
struct HardswishBackwardExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return JoinedGradient<ends>(grad, x, grad * (x + x + F(3)) / F(6));
  }
};

// For 16-bit numbers: where the product with low underflows, their last places are far above.
template <HardswishEnds ends>
struct HardswishBackwardOfHalves {
  static constexpr int kCost = 180;
  static constexpr int kErrorUlps = 2;

  HardswishBackwardExact<ends> ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const Sixth<F> slope = SixthOfThreeAnd(x + x);
    // Of 0 and of infinities the second product could have another sign, or be NaN.
    const auto is_odd = grad + grad == grad;
    const F low = Select(is_odd, grad * slope.high, grad * slope.low);
    return JoinedGradient<ends>(grad, x, Fma(grad, slope.high, low));
  }
};

// Within 0.5001 ULP.
template <HardswishEnds ends>
struct HardswishBackward : HardswishBackwardOfHalves<ends> {
  // Not results so small that their last place is near what the product with low loses.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F, F value) const {
    return Or(value == F(0), Not(Abs(value) < F(0x1p-100f)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
