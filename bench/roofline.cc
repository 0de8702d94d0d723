// What memory allows: a loop that moves the bytes of a case, and does nothing with them that takes
// time. It owes nothing to the library.

#include <benchmark/benchmark.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/dtype.h"
#include "base/settings.h"
#include "bench/benchmarks.h"
#include "bench/cases.h"
#include "bench/operands.h"
#include "kinds/roles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/roofline.cc"
#include "hwy/foreach_target.h"

#include "hwy/cache_control.h"
#include "hwy/highway.h"

#ifndef OPENACLNN_BENCH_MEMORY_LOOP
#define OPENACLNN_BENCH_MEMORY_LOOP
namespace openaclnn::bench {

// out = in[0] + in[1] + ..., `start` of none: "triad" with two arrays; a second out gets the same.
// Integers, so that no bits are slow. Zeros alone may be written faster: by a Zen 5 twice as fast.
struct MemoryLoop {
  std::array<const uint32_t*, 4> in;
  int arrays_read, arrays_written;
  std::array<uint32_t*, 2> out;
  uint32_t start;
};

}  // namespace openaclnn::bench
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <int kRead, int kWritten, bool kNonTemporal>
void Move(const MemoryLoop& loop, int64_t begin, int64_t end) {
  const hn::ScalableTag<uint32_t> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const std::array<const uint32_t*, 4> in = loop.in;
  const std::array<uint32_t*, 2> out = loop.out;
  const auto start = hn::Set(d, loop.start);
  const auto sum = [&](int64_t i) HWY_ATTR {
    auto result = start;
    if constexpr (kRead > 0) result = hn::Load(d, in[0] + i);
    if constexpr (kRead > 1) result = hn::Add(result, hn::Load(d, in[1] + i));
    if constexpr (kRead > 2) result = hn::Add(result, hn::Load(d, in[2] + i));
    if constexpr (kRead > 3) result = hn::Add(result, hn::Load(d, in[3] + i));
    return result;
  };
  const auto store = [&](auto value, int64_t i) HWY_ATTR {
    for (int k = 0; k < kWritten; ++k) {
      if constexpr (kNonTemporal) {
        hn::Stream(value, d, out[k] + i);
      } else {
        hn::Store(value, d, out[k] + i);
      }
    }
  };
  for (int64_t i = begin; i < end; i += 4 * lanes) {
    const auto s0 = sum(i), s1 = sum(i + lanes), s2 = sum(i + 2 * lanes), s3 = sum(i + 3 * lanes);
    store(s0, i), store(s1, i + lanes), store(s2, i + 2 * lanes), store(s3, i + 3 * lanes);
  }
  if constexpr (kNonTemporal) hwy::FlushStream();
}

template <int kWritten, bool kNonTemporal>
void MoveArrays(const MemoryLoop& loop, int64_t begin, int64_t end) {
  switch (loop.arrays_read) {
    case 0:  // a fill
      return Move<0, kWritten, kNonTemporal>(loop, begin, end);
    case 1:
      return Move<1, kWritten, kNonTemporal>(loop, begin, end);
    case 2:
      return Move<2, kWritten, kNonTemporal>(loop, begin, end);
    case 3:
      return Move<3, kWritten, kNonTemporal>(loop, begin, end);
    default:
      return Move<4, kWritten, kNonTemporal>(loop, begin, end);
  }
}

template <bool kNonTemporal>
void MoveTo(const MemoryLoop& loop, int64_t begin, int64_t end) {
  return loop.arrays_written == 2 ? MoveArrays<2, kNonTemporal>(loop, begin, end)
                                  : MoveArrays<1, kNonTemporal>(loop, begin, end);
}

void MoveRange(const MemoryLoop& loop, int64_t begin, int64_t end, bool non_temporal) {
  return non_temporal ? MoveTo<true>(loop, begin, end) : MoveTo<false>(loop, begin, end);
}

}  // namespace openaclnn::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::bench {
namespace {

HWY_EXPORT(MoveRange);

// By OPENACLNN_NUM_THREADS threads, or by the caller where sharing costs more than it gains. Every
// case has a whole number of blocks.
void MoveAll(const MemoryLoop& loop, int64_t words, bool non_temporal) {
  constexpr int64_t kBlock = 1 << 10, kBlocksWorthSharing = 32;
  static const int threads = GetSettings().num_threads;
  const int64_t blocks = words / kBlock;
  const auto move = [&](int64_t begin, int64_t end) {
    HWY_DYNAMIC_DISPATCH(MoveRange)(loop, begin * kBlock, end * kBlock, non_temporal);
  };
  if (blocks <= kBlocksWorthSharing || threads == 1) return move(0, blocks);
  static tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<int64_t>(0, blocks, kBlocksWorthSharing),
                      [&](const auto& range) { move(range.begin(), range.end()); });
  });
}

void RunRoofline(benchmark::State& state, const Case& c, bool non_temporal) {
  const Operands& operands = OperandsOf(c);
  const int64_t words = c.Elements() * DtypeBytes(c.dtype) / static_cast<int64_t>(sizeof(uint32_t));
  const auto* const self = static_cast<const uint32_t*>(operands.self.data());
  const auto* const grad = static_cast<const uint32_t*>(operands.grad.data());
  auto* const out = static_cast<uint32_t*>(operands.out.data());
  // A third array is the other half of a self that is cut in two, or spread out. The second result
  // is the other half of the first, or has memory of its own.
  int64_t results = 1;
  for (const int64_t extent : c.out.shape) results *= extent;
  const bool has_split_result = results == 2 * c.Elements();
  const MemoryLoop loop = {
      {self, grad, self + words,
       operands.weight ? static_cast<const uint32_t*>(operands.weight->data()) : nullptr},
      c.arrays_read,
      c.arrays_written,
      {out, has_split_result      ? out + words
            : operands.second_out ? static_cast<uint32_t*>(operands.second_out->data())
                                  : nullptr},
      std::string_view(c.subject->operation) == "aclnnInplaceZero" ? 0u : 1u};
  MoveAll(loop, words, non_temporal);
  for (auto _ : state) MoveAll(loop, words, non_temporal);
}

}  // namespace

void AddRoofline(Benchmarks* benchmarks) {
  // What takes less is the cost of a call, not of memory.
  constexpr int64_t kShortest = 1 << 12;
  for (const Case& c : Cases()) {
    if (c.Elements() < kShortest) continue;
    for (const bool non_temporal : {false, true}) {
      const std::string name = (non_temporal ? "non-temporal/" : "ordinary/") + c.Name();
      benchmarks->push_back(
          {name, [&c, non_temporal](auto& state) { RunRoofline(state, c, non_temporal); }});
    }
  }
}

}  // namespace openaclnn::bench
#endif  // HWY_ONCE
