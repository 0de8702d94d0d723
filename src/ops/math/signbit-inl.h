//   1 where x has its sign bit, else 0

#if defined(OPENACLNN_OPS_SIGNBIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SIGNBIT_INL_H_
#undef OPENACLNN_OPS_SIGNBIT_INL_H_
#else
#define OPENACLNN_OPS_SIGNBIT_INL_H_
#endif

#include <cstdint>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Zeros and NaNs have one, too.
struct SignBit {
  static constexpr int kCost = 60;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(CopySign(F(1), x) < F(0), F(1), F(0));
  }
};

// Integers below `origin`, what 0 is to them.
struct SignBitOfIntegers {
  int64_t origin;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x < F(origin), F(1), F(0));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
