#include "cpu/gather.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "cpu/look_ahead.h"
#include "cpu/prefetch.h"
#include "cpu/transpose.h"

namespace openaclnn {
namespace {

// With a stride that the compiler knows, it can use vectors.
template <int kBytes, int kStride>
void CopyStepped(const std::byte* __restrict source, std::byte* __restrict target, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(target + i * kBytes, source + i * kStride, kBytes);
  }
}

template <int kBytes>
void CopyRun(const std::byte* source, int64_t source_stride, std::byte* target,
             int64_t target_stride, int64_t count) {
  if (target_stride == kBytes) {
    switch (source_stride) {
      case kBytes:
        std::memcpy(target, source, static_cast<size_t>(count) * kBytes);
        return;
      case 2 * kBytes:
        return CopyStepped<kBytes, 2 * kBytes>(source, target, count);
      case -kBytes:
        return CopyStepped<kBytes, -kBytes>(source, target, count);
      case 0:
        return CopyStepped<kBytes, 0>(source, target, count);
      default:
        break;
    }
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

bool IsBlock(const Range& range) {
  return range.plan.block != 0 && range.count == range.plan.block &&
         range.first % range.plan.block == 0;
}

// Machines do not foresee the jumps from block to block, so the lines of the next one are asked for
// while this one is moved.
class NextBlock {
 public:
  explicit NextBlock(const Range& range) {
    const int64_t next = range.first + range.count;
    if (!IsBlock(range) || next >= range.plan.elements) return;
    distance_ = OffsetOf(range.plan, range.operand, next) -
                OffsetOf(range.plan, range.operand, range.first);
  }

  // Asks for what is there where the `bytes` from `row` on are here.
  void Ask(const std::byte* row, int64_t bytes) const {
    if (distance_ == 0) return;
    AskForLines(reinterpret_cast<uintptr_t>(row) + static_cast<uintptr_t>(distance_), bytes);
  }

 private:
  int64_t distance_ = 0;
};

// A block whose elements follow each other along the second axis: read in that order. Calls ask(i,
// lines) before those of `lines` steps along the first axis from i on are moved.
template <int kBytes, class Ask>
void GatherAcross(const Range& range, const std::byte* source, std::byte* rows, int64_t row_bytes,
                  const Ask& ask) {
  const Axis &inner = range.plan.axes[0], &outer = range.plan.axes[1];
  const int64_t step = inner.stride[range.operand], along = outer.stride[range.operand];
  const bool in_registers = kBytes <= kWidestTransposed && along == kBytes;
  constexpr int64_t kLines = 32 / kBytes;
  for (int64_t i = 0; i < inner.extent; i += kLines) {
    const int64_t lines = std::min(kLines, inner.extent - i);
    const std::byte* const first = source + i * step;
    ask(i, lines);
    for (int64_t l = 0; l < lines && !in_registers; ++l) {
      CopyRun<kBytes>(first + l * step, along, rows + (i + l) * kBytes, row_bytes, outer.extent);
    }
    if (!in_registers) continue;
    Transpose({.source = first,
               .source_step = step,
               .target = rows + i * kBytes,
               .target_step = row_bytes,
               .rows = lines,
               .columns = outer.extent},
              kBytes);
  }
}

template <int kBytes>
void GatherTransposed(const Range& range, const std::byte* source, std::byte* dense) {
  const NextBlock next(range);
  const Axis &inner = range.plan.axes[0], &outer = range.plan.axes[1];
  const int64_t step = inner.stride[range.operand];
  const bool asks = outer.stride[range.operand] == kBytes;
  GatherAcross<kBytes>(range, source, dense, inner.extent * kBytes, [&](int64_t i, int64_t lines) {
    for (int64_t l = i; l < i + lines && asks; ++l) {
      next.Ask(source + l * step, outer.extent * kBytes);
    }
  });
}

// Calls copy(offset of the strided side, bytes from one of its elements to the next, offset of the
// dense side, elements) for each run of the range.
template <int kBytes, class Copy>
void CopyRuns(const Range& range, const std::byte* base, Copy copy) {
  const int64_t stride = range.plan.axes.empty() ? 0 : range.plan.axes[0].stride[range.operand];
  const NextBlock next(range);
  ForEachRun(range, [&](int64_t offset, int64_t done, int64_t count) {
    if (stride == kBytes) next.Ask(base + offset, count * kBytes);
    copy(offset, stride, done * kBytes, count);
  });
}

template <int kBytes>
void GatherItems(const Range& range, const std::byte* base, std::byte* dense) {
  if (IsTransposedBlock(range)) {
    return GatherTransposed<kBytes>(range, base + OffsetOf(range.plan, range.operand, range.first),
                                    dense);
  }
  CopyRuns<kBytes>(range, base, [&](int64_t offset, int64_t stride, int64_t done, int64_t count) {
    CopyRun<kBytes>(base + offset, stride, dense + done, kBytes, count);
  });
}

template <int kBytes>
void ScatterItems(const Range& range, const std::byte* dense, std::byte* base) {
  CopyRuns<kBytes>(range, base, [&](int64_t offset, int64_t stride, int64_t done, int64_t count) {
    CopyRun<kBytes>(dense + done, kBytes, base + offset, stride, count);
  });
}

// Calls use with the size of an item as a constant.
template <class Use>
void WithItemBytes(int item_bytes, const Use& use) {
  switch (item_bytes) {
    case 1:
      return use(std::integral_constant<int, 1>());
    case 2:
      return use(std::integral_constant<int, 2>());
    case 4:
      return use(std::integral_constant<int, 4>());
    case 8:
      return use(std::integral_constant<int, 8>());
    default:
      return use(std::integral_constant<int, 16>());
  }
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

bool IsTransposedBlock(const Range& range) {
  if (!IsBlock(range)) return false;
  const int64_t inner = range.plan.axes[0].stride[range.operand];
  const int64_t outer = range.plan.axes[1].stride[range.operand];
  return std::abs(outer) < std::abs(inner) && outer != 0;
}

void Gather(const Range& range, const std::byte* base, int item_bytes, void* dense) {
  WithItemBytes(item_bytes, [&](auto bytes) {
    GatherItems<bytes>(range, base, static_cast<std::byte*>(dense));
  });
}

void GatherRows(const Range& range, const std::byte* base, int item_bytes, void* rows,
                int64_t row_bytes, LookAhead& ahead) {
  const std::byte* const source = base + OffsetOf(range.plan, range.operand, range.first);
  const int64_t extent = range.plan.axes[0].extent;
  WithItemBytes(item_bytes, [&](auto bytes) {
    GatherAcross<bytes>(range, source, static_cast<std::byte*>(rows), row_bytes,
                        [&](int64_t i, int64_t lines) { ahead.AskForShare(i + lines, extent); });
  });
}

void Scatter(const Range& range, const void* dense, int item_bytes, std::byte* base) {
  WithItemBytes(item_bytes, [&](auto bytes) {
    ScatterItems<bytes>(range, static_cast<const std::byte*>(dense), base);
  });
}

}  // namespace openaclnn
