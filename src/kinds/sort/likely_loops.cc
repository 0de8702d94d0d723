#include "kinds/sort/likely_loops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/sort/likely_loops.cc"
#include "hwy/foreach_target.h"

#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/scalar.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Below e^-1000 nothing is left of a double; no number is above 0.
template <class F>
OPENACLNN_INLINE F LikelyExponential(F x) {
  const ReducedExp<F> e = ExpReduced(Max(F(-1000), x), F(0));
  const F power = TimesPowerOfTwo(F(1) + (e.r + e.tail), e.exponent);
  return Select(x == x, power, x);
}

void LikelyExponentials(double base, int64_t count, double* numbers) {
  using Many = Lanes<double>;
  using One = OneLane<double>;
  const auto lanes = static_cast<int64_t>(Many::Size());
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    LikelyExponential(Many::Load(numbers + i) - Many(base)).Store(numbers + i);
  }
  for (; i < count; ++i) numbers[i] = LikelyExponential(One(numbers[i]) - One(base)).raw;
}

const LikelyLoops* LikelyLoopsOfTarget() {
  static constexpr LikelyLoops kLoops = {.exponentials = LikelyExponentials};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LikelyLoopsOfTarget);

const LikelyLoops& GetLikelyLoops() { return *HWY_DYNAMIC_DISPATCH(LikelyLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
