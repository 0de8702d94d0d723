#include "kinds/ctc/loops.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/ctc/loops.cc"
#include "hwy/foreach_target.h"

#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/log_of_sum-inl.h"
#include "formulas/scalar.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using CtcLanes = Lanes<double>;

inline constexpr double kCtcInfinity = std::numeric_limits<double>::infinity();

// e^x within 1 ULP, subnormal results and infinity too; a NaN stays.
template <class F>
OPENACLNN_INLINE F CtcExponential(F x) {
  const F limited = Min(F(1000), Max(F(-1000), x));
  const ReducedExp<F> e = ExpReduced(limited, F(0));
  return TimesPowerOfTwo(F(1) + (e.r + e.tail), e.exponent);
}

// log(e^top + e^middle + e^lowest), where `top` is the largest. Infinities are what they are.
template <class F>
OPENACLNN_INLINE F CtcLogOfSum(F top, F middle, F lowest) {
  const auto is_infinite = Abs(top) == F(kCtcInfinity);
  const F base = ZeroIf(is_infinite, top);
  const F others = CtcExponential(middle - base) + CtcExponential(lowest - base);
  return Select(is_infinite, top, base + LogOfOneAnd(Min(F(2), others)));
}

template <class F>
OPENACLNN_INLINE F CtcLogOfSumOf(F a, F b, F c) {
  const F larger = Max(a, b), smaller = Min(a, b);
  const F sum = CtcLogOfSum(Max(larger, c), Min(larger, c), smaller);
  // A comparison with NaN gives either number.
  const auto has_nan = Or(Or(a != a, b != b), c != c);
  return Select(has_nan, F(std::numeric_limits<double>::quiet_NaN()), sum);
}

void CtcStep(const double* before, const double* numbers, const double* skips, int64_t count,
             double* next) {
  const CtcLanes none(-kCtcInfinity), zero(0);
  const auto lanes = static_cast<int64_t>(CtcLanes::Size());
  for (int64_t i = 0; i < count; i += lanes) {
    const CtcLanes skipped =
        Select(CtcLanes::Load(skips + i) == zero, none, CtcLanes::Load(before + i - 2));
    const CtcLanes sum =
        CtcLogOfSumOf(CtcLanes::Load(before + i), CtcLanes::Load(before + i - 1), skipped);
    (CtcLanes::Load(numbers + i) + sum).Store(next + i);
  }
}

double CtcLogOfTwo(double a, double b) {
  using One = OneLane<double>;
  return CtcLogOfSumOf(One(a), One(b), One(-kCtcInfinity)).raw;
}

void CtcPosteriors(const double* alpha, const double* beta, double loss, const double* numbers,
                   int64_t count, double* terms) {
  const CtcLanes likelihood(loss);
  const auto lanes = static_cast<int64_t>(CtcLanes::Size());
  for (int64_t i = 0; i < count; i += lanes) {
    const CtcLanes path = CtcLanes::Load(alpha + i) + CtcLanes::Load(beta + i);
    CtcExponential((path + likelihood) - CtcLanes::Load(numbers + i)).Store(terms + i);
  }
}

void CtcGradients(const double* numbers, double loss, double grad, int64_t count, double* sums) {
  const CtcLanes none(-kCtcInfinity + loss), factor(grad);
  const auto lanes = static_cast<int64_t>(CtcLanes::Size());
  for (int64_t i = 0; i < count; i += lanes) {
    const CtcLanes number = CtcLanes::Load(numbers + i);
    const CtcLanes sum = CtcLanes::Load(sums + i) + CtcExponential(none - number);
    ((CtcExponential(number) - sum) * factor).Store(sums + i);
  }
}

const CtcLoops* CtcLoopsOfTarget() {
  static constexpr CtcLoops kLoops = {.step = CtcStep,
                                      .log_of_sum = CtcLogOfTwo,
                                      .posteriors = CtcPosteriors,
                                      .gradients = CtcGradients};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(CtcLoopsOfTarget);

const CtcLoops& GetCtcLoops() { return *HWY_DYNAMIC_DISPATCH(CtcLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
