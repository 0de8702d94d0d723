//   glu(a, b) = a s(b), s(t) = 1 / (1 + e^-t)
//   its gradient by a: grad s(b), by b: grad a s(b) (1 - s(b))

#if defined(OPENACLNN_OPS_GLU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_GLU_INL_H_
#undef OPENACLNN_OPS_GLU_INL_H_
#else
#define OPENACLNN_OPS_GLU_INL_H_
#endif

#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/guarded-inl.h"
#include "formulas/inline.h"
#include "formulas/lanes-inl.h"
#include "formulas/pair-inl.h"
#include "formulas/sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats, in double: within 0.54 ULP.
struct Glu {
  using Compute = double;
  static constexpr int kCost = 700;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return TimesSigmoidForFloat(a, Min(F(34), AwayFromZero(b)));  // from 34 on s is 1 - 2^-49
  }
};

// Doubles: within 1.1 ULP.
struct GluOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return TimesSigmoid(a, b, F(0));
  }
};

// Floats, in double: within 0.6 ULP. s (1 - s) = e / (1 + e)^2, e = e^-|b|, which is not 0 for any
// float, and grad a e neither overflows nor underflows where the result does not. For no finite b
// is s rounded to 1, and for none but 0 is s (1 - s) rounded to 1/4: products of 16-bit numbers are
// often ties but for that.
struct GluBackward {
  using Compute = double;
  static constexpr int kCost = 1000;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F a, F b) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const F size = Abs(AwayFromZero(b));
    const F y = Min(F(700), size) * F(-0x1.71547652b82fep+0);  // -|b| / ln(2); a NaN stays
    const F e = ZeroIf(size == F(kInfinity), Exp2ForFloat(y));
    const F sum = F(1) + e;
    const F above = F(1) / (F(1) + ZeroIf(size == F(kInfinity), Max(F(0x1p-50), e)));
    const F s = Select(b < F(0), e / sum, above);
    const F slope = Select(b == F(0), F(0.25), Min(F(0.25 - 0x1p-52), e / (sum * sum)));
    return {grad * s, (grad * a) * slope};
  }
};

// Doubles: within 3 ULP. The larger one of grad and a is made smaller by both factors before the
// other multiplies it.
struct GluBackwardOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F a, F b) const {
    const auto grad_is_larger = Abs(grad) > Abs(a);
    const F larger = Select(grad_is_larger, grad, a), smaller = Select(grad_is_larger, a, grad);
    const F size = Abs(b);
    const F factor = TimesSigmoid(TimesSigmoid(larger, -size, F(0)), size, F(0));
    return {TimesSigmoid(grad, b, F(0)), factor * smaller};
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
