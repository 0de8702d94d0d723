//   -x

#if defined(OPENACLNN_OPS_NEG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_NEG_INL_H_
#undef OPENACLNN_OPS_NEG_INL_H_
#else
#define OPENACLNN_OPS_NEG_INL_H_
#endif

#include <cstdint>
#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Neg {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return -x;
  }
};

struct NegOfHalves {
  using Compute = int16_t;
  using OnDevice = Neg;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x + F(std::numeric_limits<int16_t>::min());  // the sign bit
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
