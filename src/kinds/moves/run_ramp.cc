#include "kinds/moves/run_ramp.h"

#include <algorithm>
#include <cstdint>

#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/convert.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "kinds/moves/moved_operand.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/moves/run_ramp.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// base + (first + sign k) step, k from 0 on.
void FillNumbers(double base, double first, double sign, double step, int64_t count, double* to) {
  const hn::ScalableTag<double> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto steps = hn::Set(d, step), from = hn::Set(d, base);
  const auto next = hn::Set(d, sign * static_cast<double>(lanes));
  auto index = hn::MulAdd(hn::Iota(d, 0), hn::Set(d, sign), hn::Set(d, first));  // exact
  int64_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    hn::StoreU(hn::Add(from, hn::Mul(index, steps)), d, to + k);
    index = hn::Add(index, next);
  }
  for (; k < count; ++k) to[k] = base + (first + sign * static_cast<double>(k)) * step;
}

template <class Bits>
void FillIntegersOf(uint64_t first, uint64_t by, int64_t count, void* to) {
  const hn::ScalableTag<Bits> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  Bits starts[hn::MaxLanes(d)];
  for (int64_t k = 0; k < lanes; ++k) {
    starts[k] = static_cast<Bits>(first + static_cast<uint64_t>(k) * by);
  }
  auto numbers = hn::LoadU(d, starts);
  const auto next = hn::Set(d, static_cast<Bits>(by * static_cast<uint64_t>(lanes)));
  auto* const elements = static_cast<Bits*>(to);
  int64_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    hn::StoreU(numbers, d, elements + k);
    numbers = hn::Add(numbers, next);
  }
  for (; k < count; ++k) {
    elements[k] = static_cast<Bits>(first + static_cast<uint64_t>(k) * by);
  }
}

void FillIntegers(uint64_t first, uint64_t by, int64_t count, int item_bytes, void* to) {
  item_bytes == 4 ? FillIntegersOf<uint32_t>(first, by, count, to)
                  : FillIntegersOf<uint64_t>(first, by, count, to);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FillNumbers);
HWY_EXPORT(FillIntegers);

// Numbers `first` .. `first + count` of a ramp, all on one side of its middle.
void Numbers(const Ramp& ramp, int64_t first, int64_t count, double* to) {
  const bool from_start = first < ramp.half;
  HWY_DYNAMIC_DISPATCH(FillNumbers)
  (from_start ? ramp.start : ramp.end, static_cast<double>(from_start ? first : ramp.last - first),
   from_start ? 1 : -1, from_start ? ramp.step : -ramp.step, count, to);
}

// What a thread does with a part of the walk, tile by tile.
class RampPart {
 public:
  RampPart(const Plan& plan, const Ramp& ramp, std::byte* target)
      : ramp_(ramp),
        output_(plan, 0, target),
        store_(StoreConversion(LoopType::kDouble, plan.dtype[0])),
        is_kept_(ramp.of_integers || plan.dtype[0] == ACL_DOUBLE) {}

  void Run(int64_t begin, int64_t end) const {
    const int64_t tile = GetSettings().tile;
    const TileBuffers buffers(tile);
    for (int64_t first = begin; first < end;) {
      int64_t count = std::min(tile, end - first);
      if (first < ramp_.half) count = std::min(count, ramp_.half - first);
      RunTile(first, count, buffers);
      first += count;
    }
  }

 private:
  void RunTile(int64_t first, int64_t count, const TileBuffers& buffers) const {
    std::byte* const in_place = output_.InPlace(first, count);
    std::byte* const target = in_place != nullptr ? in_place : buffers.Values(1);
    if (ramp_.of_integers) {
      HWY_DYNAMIC_DISPATCH(FillIntegers)
      (static_cast<uint64_t>(ramp_.IntegerAt(first)), static_cast<uint64_t>(ramp_.by), count,
       output_.item_bytes(), target);
    } else {
      std::byte* const numbers = is_kept_ ? target : buffers.Values(0);
      Numbers(ramp_, first, count, reinterpret_cast<double*>(numbers));
      if (!is_kept_) store_(numbers, target, count);
    }
    if (in_place == nullptr) output_.ScatterFrom(first, count, target);
  }

  const Ramp& ramp_;
  const MovedOperand output_;
  const ConvertLoop store_;
  const bool is_kept_;  // numbers are elements as they are
};

}  // namespace

void RunRamp(const Plan& plan, const Ramp& ramp, std::byte* target) {
  if (plan.elements == 0) return;
  const RampPart part(plan, ramp, target);
  ParallelFor(plan.elements, GrainFor(kRampCost),
              [&](int64_t begin, int64_t end) { part.Run(begin, end); });
}

}  // namespace openaclnn
#endif  // HWY_ONCE
