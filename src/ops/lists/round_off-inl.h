//   x rounded to a whole number as a mode says, or less that

#if defined(OPENACLNN_OPS_ROUND_OFF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ROUND_OFF_INL_H_
#undef OPENACLNN_OPS_ROUND_OFF_INL_H_
#else
#define OPENACLNN_OPS_ROUND_OFF_INL_H_
#endif

#include <cstdint>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/math/frac-inl.h"
#include "ops/math/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The nearest whole number, of two the one farther from zero. What is left of |x| below the whole
// number is exact.
struct RoundAway {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F size = Abs(x), below = Floor()(size);
    return UnlessWhole(x, below + Select(size - below >= F(0.5f), F(1), F(0)));
  }
};

// The odd one of the whole numbers on both sides.
struct OddNeighbour {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F size = Abs(x), below = Floor()(size), half = below * F(0.5f);
    const F odd = below + Select(Floor()(half) == half, F(1), F(0));
    return UnlessWhole(x, Select(below == size, size, odd));
  }
};

struct RoundOff {
  static constexpr int kCost = 90;  // picoseconds for an element, about

  float mode;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (mode == 2) return run(Floor());
    if (mode == 3) return run(Ceil());
    if (mode == 4) return run(RoundAway());
    if (mode == 5) return run(Trunc());
    if (mode == 6) return run(OddNeighbour());
    if (mode == 7) return run(Frac());
    run(Round());
  }
};

struct RoundOffOfIntegers {
  int64_t mode;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (mode == 7) return run(NoFraction());
    run(WholeNumber());
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
