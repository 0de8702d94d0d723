//   |x|

#if defined(OPENACLNN_OPS_ABS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ABS_INL_H_
#undef OPENACLNN_OPS_ABS_INL_H_
#else
#define OPENACLNN_OPS_ABS_INL_H_
#endif

#include <cstdint>
#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Size {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Abs(x);
  }
};

struct SizeOfHalves {
  using Compute = int16_t;
  using OnDevice = Size;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x & F(std::numeric_limits<int16_t>::max());  // except for the sign bit
  }
};

// The smallest number stays.
struct SizeOfIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Max(x, -x);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
