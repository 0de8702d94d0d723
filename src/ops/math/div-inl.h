//   x / y

#if defined(OPENACLNN_OPS_DIV_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_DIV_INL_H_
#undef OPENACLNN_OPS_DIV_INL_H_
#else
#define OPENACLNN_OPS_DIV_INL_H_
#endif

#include <cstdint>
#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/near_ties-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Toward zero. A division by 0 gives the end of int64_t on x's side, 0 by 0 gives 0.
OPENACLNN_ON_DEVICE inline int64_t TruncatedQuotient(int64_t x, int64_t y) {
  constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
  constexpr int64_t kHighest = std::numeric_limits<int64_t>::max();
  if (y == 0) return x == 0 ? 0 : x < 0 ? kLowest : kHighest;
  if (x == kLowest && y == -1) return kHighest;
  return x / y;
}

struct Div {
  static constexpr int kCost = 120;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return x / y;
  }
};

// The quotient of integers as an integer from lowest to highest, which are its limits.
struct DivOfIntegers {
  int64_t lowest, highest;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Min(Max(ForEachLane(x, y, TruncatedQuotient), F(lowest)), F(highest));
  }
};

template <class T>
struct Divs {
  static constexpr int kCost = 90;

  T other;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x / F(other);
  }
  bool HasShortNumbers() const { return IsShort(other); }
};

struct DivsOfIntegers {
  int64_t other, lowest, highest;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return DivOfIntegers{lowest, highest}(x, F(other));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
