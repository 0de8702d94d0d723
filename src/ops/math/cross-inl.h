//   a b - c d, of which each component of a cross product is one

#if defined(OPENACLNN_OPS_CROSS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_CROSS_INL_H_
#undef OPENACLNN_OPS_CROSS_INL_H_
#else
#define OPENACLNN_OPS_CROSS_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Within 1.5 ULP, by what the product of c and d loses: nothing if they are floats.
struct CrossComponent {
  using Compute = double;
  static constexpr int kCost = 150;  // picoseconds for an element, about

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b, F c, F d) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const F first = a * b, second = c * d;
    const F lost = Fnma(c, d, second);
    const F difference = Fms(a, b, second);
    // A zero keeps its sign.
    const F finite = Select(lost == F(0), difference, difference + lost);
    const auto are_finite = And(Abs(first) < F(kInfinity), Abs(second) < F(kInfinity));
    return Select(are_finite, finite, first - second);
  }
};

// Modulo 2^64.
struct CrossComponentOfIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b, F c, F d) const {
    return a * b - c * d;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
