//   2^x, and e^x - 1

#if defined(OPENACLNN_OPS_EXP2_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_EXP2_INL_H_
#undef OPENACLNN_OPS_EXP2_INL_H_
#else
#define OPENACLNN_OPS_EXP2_INL_H_
#endif

#include "formulas/exp-inl.h"
#include "formulas/expm1-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Doubles: within 0.85 ULP.
struct Exp2 {
  using Compute = double;
  static constexpr int kCost = 500;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F t = Max(F(-1077), Min(F(1026), x));  // beyond it is 0 or inf; a NaN stays
    const F whole = exp_internal::Nearest(t);
    const F f = t - whole;
    const F z = f * F(0x1.62e42fefa39efp-1);
    const F z_low = Fma(f, F(0x1.abc9e3b39803fp-56), Fms(f, F(0x1.62e42fefa39efp-1), z));
    const ReducedExp<F> e = ExpReduced(z, z_low);
    return TimesPowerOfTwo(F(1) + (e.r + e.tail), whole + e.exponent);
  }
};

// Doubles: within 1.6 ULP.
struct Expm1 {
  using Compute = double;
  static constexpr int kCost = 700;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return TimesExpm1(F(1), x, F(0));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
