//   hardswish(x) = x >= 3 ? x : x <= -3 ? +0 : x (x + 3) / 6
//   its slope    = 1, 0 and (2 x + 3) / 6

#if defined(OPENACLNN_OPS_HARDSWISH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_HARDSWISH_INL_H_
#undef OPENACLNN_OPS_HARDSWISH_INL_H_
#else
#define OPENACLNN_OPS_HARDSWISH_INL_H_
#endif

#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/sixth-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// x (x + 3) is the same at x and -3 - x: x or, exactly, -3 - x, whichever is further from where the
// sum cancels; +0 up to -3. A NaN stays.
template <class F>
OPENACLNN_INLINE F AwayFromCancelling(F x) {
  return Max(x, Min(F(0), F(-3) - x));
}

// Within 0.5001 ULP: what the product with low loses where it underflows is far below the last
// place of the subnormal x / 2.
struct Hardswish {
  static constexpr int kCost = 100;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F m = AwayFromCancelling(x);
    const F v = Min(F(3), m);
    // high + low is 1/2 + v / 6, which is 1 from 3 on; high is at least 1/4.
    const F high = Fma(v, F(kSixth), F(0.5f));
    const F low = Fma(v, F(kSixthLow), Fma(v, F(kSixth), F(0.5f) - high));
    return Fma(m, high, v * low);
  }

 protected:
  static constexpr float kSixth = 1.0f / 6, kSixthLow = static_cast<float>(1.0 / 6 - kSixth);
};

// The 16-bit types, correctly rounded: tried for all numbers. Where x / 2 is a tie between
// subnormal numbers, a part of x^2 / 6 that does not underflow decides.
struct HardswishOfHalves : Hardswish {
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F m = AwayFromCancelling(x);
    const F v = Min(F(3), m);
    const F sixth = Abs(Fma(v, F(kSixth), v * F(kSixthLow)));
    const F product = Fma(m, CopySign(Max(F(0x1p-15f), sixth), m), m * F(0.5f));
    return CopySign(product, m);  // -0 stays
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
struct HardswishBackwardExact {  // for ties of 16-bit numbers except for x too
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F v = AwayFromZero(x);
    return JoinedGradient<ends>(grad, x, grad * (v + v + F(3)) / F(6));
  }
};

// Within 0.5001 ULP.
template <HardswishEnds ends>
struct HardswishBackward {
  static constexpr int kCost = 180;

  OPENACLNN_ON_DEVICE HardswishBackwardExact<ends> ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const Sixth<F> slope = SixthOfThreeAnd(x + x);
    // For 0 and infinities the second product could have another sign, or be NaN.
    const auto is_odd = grad + grad == grad;
    const F low = Select(is_odd, grad * slope.high, grad * slope.low);
    return JoinedGradient<ends>(grad, x, Fma(grad, slope.high, low));
  }
  // Not results so small that their last place is near what the product with low loses.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F, F value) const {
    return Or(value == F(0), Not(Abs(value) < F(0x1p-100f)));
  }
};

// FLOAT16: within 2 float ULPs before the value is rounded to it.
template <HardswishEnds ends>
struct HardswishBackwardOfFloat16 {
  // Many products are ties. Such a one has so few digits that grad (2 x + 3) is a float, and three
  // times another, of which a third that is rounded is exact: the float 1/3 is (1 + 2^-25) / 3.
  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr float kThird = 1.3333334f;  // four of them
    return JoinedGradient<ends>(grad, x, (grad * Fma(x, F(0.25f), F(0.375f))) * F(kThird));
  }
};

// BFLOAT16, correctly rounded: tried for all numbers.
template <HardswishEnds ends>
struct HardswishBackwardOfBfloat16 : HardswishBackwardOfFloat16<ends> {
  OPENACLNN_ON_DEVICE HardswishBackwardExact<ends> ExactForm() const { return {}; }

  // Not where the first product may underflow. NaNs are those of 16-bit numbers or of the
  // processor, whose lower halves are 0: they are stored as they are.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F, F value) const {
    return Or(value == F(0), Not(Abs(value) < F(0x1p-100f)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
