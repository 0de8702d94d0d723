//   x + w (y - x), from the end of which w is further away

#if defined(OPENACLNN_OPS_LERP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_LERP_INL_H_
#undef OPENACLNN_OPS_LERP_INL_H_
#else
#define OPENACLNN_OPS_LERP_INL_H_
#endif

#include <cmath>
#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/near_ties-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace lerp_internal {

template <class T>
struct FromStart {
  T weight;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Fma(F(weight), y - x, x);
  }
};

template <class T>
struct FromEnd {
  T weight;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Fnma(y - x, F(1) - F(weight), y);
  }
};

// For 16-bit numbers. Their difference is infinite where they are, or where float has no such
// number.
template <class Form>
struct InFloat : Form {
  OPENACLNN_ON_DEVICE InDouble<Form> ExactForm() const { return {*this}; }

  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F y, F) const {
    return Abs(y - x) < F(std::numeric_limits<float>::infinity());
  }
};

}  // namespace lerp_internal

// A weight of 0 gives x, one of 1 gives y.
template <class T>
struct Lerp {
  static constexpr int kCost = 150;

  T weight;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    using namespace lerp_internal;
    if (std::fabs(weight) < T(0.5)) return run(InDouble<FromStart<T>>{weight});
    run(InDouble<FromEnd<T>>{weight});
  }
};

// The difference of two 16-bit numbers is exact in float unless one is 2^13 times the other, and
// then the terms cannot cancel if neither weight is small.
struct LerpOfHalves : Lerp<float> {
  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    using namespace lerp_internal;
    const auto counts = [](float part) { return part == 0 || std::fabs(part) >= 0x1p-10f; };
    if (std::fabs(weight) < 0.5f && counts(weight)) return run(InFloat<FromStart<float>>{weight});
    if (weight >= 0.5f && weight <= 2 && counts(1 - weight)) {
      return run(InFloat<FromEnd<float>>{weight});
    }
    Lerp<float>::Choose(run);
  }
};

// The same with a weight for each element.
struct LerpByWeights {
  static constexpr int kCost = 200;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y, F weight) const {
    const F way = y - x;
    const F from_start = Fma(weight, way, x), from_end = Fnma(way, F(1) - weight, y);
    return Select(Abs(weight) < F(0.5f), from_start, from_end);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
