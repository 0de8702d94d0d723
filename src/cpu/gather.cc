#include "cpu/gather.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstdlib>
#include <cstring>

namespace openaclnn {
namespace {

constexpr int64_t kCacheLine = 64;

template <int kBytes>
void CopyRun(const std::byte* source, int64_t source_stride, std::byte* target,
             int64_t target_stride, int64_t count) {
  if (source_stride == kBytes && target_stride == kBytes) {
    std::memcpy(target, source, static_cast<size_t>(count) * kBytes);
    return;
  }
  if (source_stride == 0) {  // a broadcast element, read once
    std::byte item[kBytes];
    std::memcpy(item, source, kBytes);
    for (int64_t i = 0; i < count; ++i) std::memcpy(target + i * target_stride, item, kBytes);
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(target + i * target_stride, source + i * source_stride, kBytes);
  }
}

// Calls run(offset of the strided side, elements of the dense side before it, elements) for each
// stretch of the range that lies on the innermost axis.
template <class Run>
void ForEachRun(const Range& range, Run run) {
  if (range.plan.axes.empty()) {
    if (range.count > 0) run(int64_t{0}, int64_t{0}, int64_t{1});
    return;
  }
  boost::container::small_vector<int64_t, 8> index(range.plan.axes.size());
  int64_t rest = range.first, offset = 0;
  for (size_t a = 0; a < range.plan.axes.size(); ++a) {
    index[a] = rest % range.plan.axes[a].extent;
    rest /= range.plan.axes[a].extent;
    offset += index[a] * range.plan.axes[a].stride[range.operand];
  }
  const Axis& inner = range.plan.axes[0];
  for (int64_t done = 0;;) {
    const int64_t count = std::min(inner.extent - index[0], range.count - done);
    run(offset, done, count);
    done += count;
    if (done >= range.count) return;
    offset -= index[0] * inner.stride[range.operand];
    index[0] = 0;
    for (size_t a = 1; a < range.plan.axes.size(); ++a) {
      offset += range.plan.axes[a].stride[range.operand];
      if (++index[a] < range.plan.axes[a].extent) break;
      offset -= range.plan.axes[a].extent * range.plan.axes[a].stride[range.operand];
      index[a] = 0;
    }
  }
}

// A block whose elements follow each other along the second axis: read in that order. Machines do
// not foresee the jumps to the next block, so its lines are asked for here; beyond the edge that
// does nothing.
template <int kBytes>
void GatherTransposed(const Range& range, const std::byte* base, std::byte* dense) {
  const Axis &inner = range.plan.axes[0], &outer = range.plan.axes[1];
  const std::byte* const source = base + OffsetOf(range.plan, range.operand, range.first);
  const int64_t next_block = inner.extent * inner.stride[range.operand];
  const int64_t row_bytes = (outer.extent - 1) * outer.stride[range.operand];
  for (int64_t i = 0; i < inner.extent; ++i) {
    const std::byte* const next = source + i * inner.stride[range.operand] + next_block;
    for (int64_t b = 0; b <= std::abs(row_bytes); b += kCacheLine) {
      __builtin_prefetch(next + (row_bytes < 0 ? -b : b));
    }
    CopyRun<kBytes>(source + i * inner.stride[range.operand], outer.stride[range.operand],
                    dense + i * kBytes, inner.extent * kBytes, outer.extent);
  }
}

bool IsTransposedBlock(const Range& range) {
  if (range.plan.block == 0 || range.count != range.plan.block) return false;
  const int64_t inner = range.plan.axes[0].stride[range.operand];
  const int64_t outer = range.plan.axes[1].stride[range.operand];
  return range.first % range.plan.block == 0 && std::abs(outer) < std::abs(inner) && outer != 0;
}

template <int kBytes>
void GatherItems(const Range& range, const std::byte* base, std::byte* dense) {
  if (IsTransposedBlock(range)) return GatherTransposed<kBytes>(range, base, dense);
  const int64_t stride = range.plan.axes.empty() ? 0 : range.plan.axes[0].stride[range.operand];
  ForEachRun(range, [&](int64_t offset, int64_t done, int64_t count) {
    CopyRun<kBytes>(base + offset, stride, dense + done * kBytes, kBytes, count);
  });
}

template <int kBytes>
void ScatterItems(const Range& range, const std::byte* dense, std::byte* base) {
  const int64_t stride = range.plan.axes.empty() ? 0 : range.plan.axes[0].stride[range.operand];
  ForEachRun(range, [&](int64_t offset, int64_t done, int64_t count) {
    CopyRun<kBytes>(dense + done * kBytes, kBytes, base + offset, stride, count);
  });
}

}  // namespace

int64_t OffsetOf(const Plan& plan, int operand, int64_t index) {
  int64_t offset = 0;
  for (const Axis& axis : plan.axes) {
    offset += index % axis.extent * axis.stride[operand];
    index /= axis.extent;
  }
  return offset;
}

void Gather(const Range& range, const std::byte* base, int item_bytes, void* dense) {
  std::byte* const target = static_cast<std::byte*>(dense);
  switch (item_bytes) {
    case 1:
      return GatherItems<1>(range, base, target);
    case 2:
      return GatherItems<2>(range, base, target);
    case 4:
      return GatherItems<4>(range, base, target);
    case 8:
      return GatherItems<8>(range, base, target);
    default:
      return GatherItems<16>(range, base, target);
  }
}

void Scatter(const Range& range, const void* dense, int item_bytes, std::byte* base) {
  const std::byte* const source = static_cast<const std::byte*>(dense);
  switch (item_bytes) {
    case 1:
      return ScatterItems<1>(range, source, base);
    case 2:
      return ScatterItems<2>(range, source, base);
    case 4:
      return ScatterItems<4>(range, source, base);
    case 8:
      return ScatterItems<8>(range, source, base);
    default:
      return ScatterItems<16>(range, source, base);
  }
}

}  // namespace openaclnn
