// What projections of queries, keys and values become: their bias is added, and queries are
// divided.

#if defined(OPENACLNN_OPS_BIAS_RESCALE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_BIAS_RESCALE_INL_H_
#undef OPENACLNN_OPS_BIAS_RESCALE_INL_H_
#else
#define OPENACLNN_OPS_BIAS_RESCALE_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct BiasRescale {
  using Compute = double;
  static constexpr int kCost = 200;

  double divisor;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F bias) const {
    return (x + bias) / F(divisor);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
