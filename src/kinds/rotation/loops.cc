#include "kinds/rotation/loops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/rotation/loops.cc"
#include "hwy/foreach_target.h"

#include "formulas/target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using RotationTag = hn::ScalableTag<double>;

void Rotate(const double* x, const double* partner, const double* cos, const double* sin,
            int64_t count, double* to) {
  const RotationTag d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto turned = hn::Mul(hn::LoadU(d, partner + i), hn::LoadU(d, sin + i));
    hn::StoreU(hn::Add(hn::Mul(hn::LoadU(d, x + i), hn::LoadU(d, cos + i)), turned), d, to + i);
  }
  for (; i < count; ++i) to[i] = x[i] * cos[i] + partner[i] * sin[i];
}

void RotateNeighbours(const double* x, const double* cos, const double* sin, int64_t count,
                      double* to) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const RotationTag d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (; i + lanes <= count; i += lanes) {
    const auto values = hn::LoadU(d, x + i);
    const auto turned = hn::Mul(hn::Reverse2(d, values), hn::LoadU(d, sin + i));
    hn::StoreU(hn::Add(hn::Mul(values, hn::LoadU(d, cos + i)), turned), d, to + i);
  }
#endif
  for (; i < count; ++i) to[i] = x[i] * cos[i] + x[i ^ 1] * sin[i];
}

const RotationLoops* RotationLoopsOfTarget() {
  static constexpr RotationLoops kLoops = {.rotate = Rotate, .rotate_neighbours = RotateNeighbours};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(RotationLoopsOfTarget);

const RotationLoops& GetRotationLoops() { return *HWY_DYNAMIC_DISPATCH(RotationLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
