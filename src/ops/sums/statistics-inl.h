// What variances, deviations, logarithms of sums and comparisons of tensors are made of. All are
// stages, in double.

#if defined(OPENACLNN_OPS_STATISTICS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_STATISTICS_INL_H_
#undef OPENACLNN_OPS_STATISTICS_INL_H_
#else
#define OPENACLNN_OPS_STATISTICS_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/math/log-inl.h"
#include "ops/sums/cross_entropies-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A sum of squares divided by how many count.
struct Variance {
  using Compute = double;
  static constexpr int kCost = 200;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F sum) const {
    return sum / F(count);
  }
};

struct Deviation {
  using Compute = double;
  static constexpr int kCost = 300;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F sum) const {
    return Sqrt(sum / F(count));
  }
};

// What exponents are taken from: the largest of them, or 0 if that is infinite.
template <class F>
OPENACLNN_INLINE F FiniteOf(F largest) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return ZeroIf(Abs(largest) == F(kInfinity), largest);
}

// e^(x - largest)
struct ExpBelow {
  using Compute = double;
  static constexpr int kCost = 1000;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F largest) const {
    return ExpOf(x - FiniteOf(largest));
  }
};

// log(sum) + largest
struct LogAbove {
  using Compute = double;
  static constexpr int kCost = 1000;

  template <class F>
  OPENACLNN_INLINE F operator()(F sum, F largest) const {
    return LogOfDoubles()(sum) + FiniteOf(largest);
  }
};

// Whether two numbers are equal: 1 or 0.
struct Equality {
  using Compute = double;
  static constexpr int kCost = 100;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return Select(a == b, F(1), F(0));
  }
};
struct EqualityOfIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return Select(a == b, F(1), F(0));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
