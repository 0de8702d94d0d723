//   sinh(x) = (e^x - e^-x) / 2, cosh(x) = (e^x + e^-x) / 2

#if defined(OPENACLNN_OPS_SINH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SINH_INL_H_
#undef OPENACLNN_OPS_SINH_INL_H_
#else
#define OPENACLNN_OPS_SINH_INL_H_
#endif

#include "formulas/expm1-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Doubles: within 3 ULP. With a = |x| and h = (e^a - 1) / 2 it is h + h / (2 h + 1).
struct Sinh {
  using Compute = double;
  static constexpr int kCost = 900;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F a = Abs(x);
    const F h = TimesExpm1(F(0.5), a, F(0));
    const F sum = h + h / ((h + h) + F(1));
    const F size = Select(a < F(0x1p-28), a, Select(a > F(40), h, sum));
    return CopySign(size, x);
  }
};

// Doubles: within 3 ULP. With p = e^|x| / 2 it is p + 1 / (4 p).
struct Cosh {
  using Compute = double;
  static constexpr int kCost = 900;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F p = TimesExpm1(F(0.5), Abs(x), F(0)) + F(0.5);
    return p + F(0.25) / p;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
