//   celu(x) = x > 0 ? x : alpha (e^(x / alpha) - 1)

#if defined(OPENACLNN_OPS_CELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_CELU_INL_H_
#undef OPENACLNN_OPS_CELU_INL_H_
#else
#define OPENACLNN_OPS_CELU_INL_H_
#endif

#include "formulas/expm1-inl.h"
#include "formulas/inline.h"
#include "formulas/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats in double: within 0.51 ULP, exact above 0.
struct Celu {
  using Compute = double;
  static constexpr int kCost = 800;

  double alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x > F(0), x, F(alpha) * Expm1ForFloat(x / F(alpha)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
