// What is left of a slice whose norm is to be no larger than a number.

#if defined(OPENACLNN_OPS_RENORM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_RENORM_INL_H_
#undef OPENACLNN_OPS_RENORM_INL_H_
#else
#define OPENACLNN_OPS_RENORM_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// x most / (norm + more), or x where the norm is not above `most`. No norm counts less than
// `least`.
struct Renormed {
  using Compute = double;
  static constexpr int kCost = 300;

  double most, least, more;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F norm) const {
    const F scaled = x * (F(most) / (Max(F(least), norm) + F(more)));
    return Select(norm > F(most), scaled, x);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
