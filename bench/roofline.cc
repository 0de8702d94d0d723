// What memory allows: the best loop that reads two arrays and writes a third, with ordinary and
// with non-temporal stores.

#include <benchmark/benchmark.h>

#include <cstdint>

#include "bench/operand.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/roofline.cc"
#include "hwy/foreach_target.h"

#include "cpu/threads.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void Triad(const float* a, const float* b, float* c, int64_t count, bool non_temporal) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto three = hn::Set(d, 3.0f);
  if (!non_temporal) {
    for (int64_t i = 0; i < count; i += lanes) {
      hn::Store(hn::MulAdd(hn::Load(d, a + i), three, hn::Load(d, b + i)), d, c + i);
    }
    return;
  }
  for (int64_t i = 0; i < count; i += lanes) {
    hn::Stream(hn::MulAdd(hn::Load(d, a + i), three, hn::Load(d, b + i)), d, c + i);
  }
  hwy::FlushStream();
}

}  // namespace openaclnn::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::bench {
namespace {

HWY_EXPORT(Triad);

void RunTriad(benchmark::State& state, bool non_temporal) {
  const int64_t elements = state.range(0);
  const Operand a(ACL_FLOAT, elements, -1, 1), b(ACL_FLOAT, elements, -1, 1);
  const Operand c(ACL_FLOAT, elements, -1, 1);
  constexpr int64_t kGrain = 1 << 15;
  for (auto _ : state) {
    ParallelFor(elements, kGrain, [&](int64_t begin, int64_t end) {
      HWY_DYNAMIC_DISPATCH(Triad)
      (a.floats() + begin, b.floats() + begin, c.floats() + begin, end - begin, non_temporal);
    });
  }
  state.SetItemsProcessed(state.iterations() * elements);
}
BENCHMARK_CAPTURE(RunTriad, ordinary, false)
    ->Name("roofline/ordinary/float")
    ->Arg(1 << 16)
    ->Arg(1 << 24)
    ->UseRealTime();
BENCHMARK_CAPTURE(RunTriad, non_temporal, true)
    ->Name("roofline/non_temporal/float")
    ->Arg(1 << 16)
    ->Arg(1 << 24)
    ->UseRealTime();

}  // namespace
}  // namespace openaclnn::bench
#endif  // HWY_ONCE
