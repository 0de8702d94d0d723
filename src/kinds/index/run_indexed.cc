#include "kinds/index/run_indexed.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "cpu/prefetch.h"
#include "cpu/threads.h"
#include "kinds/index/points.h"

namespace openaclnn {
namespace {

constexpr int64_t kTile = 256;   // points along the innermost axis that are walked at once
constexpr int64_t kAhead = 3;    // blocks between that which is copied and that which is asked for
constexpr int64_t kAsked = 512;  // bytes of it

// Bytes from the table's first element to the place that the indices say, for points along the
// innermost axis.
class Offsets {
 public:
  void Find(const IndexedWalk& walk, const IndexedData& data, int64_t first, int64_t count) {
    std::fill_n(offsets_.data(), count, 0);
    for (size_t k = 0; k < walk.by.size(); ++k) {
      const IndexedBy& by = walk.by[k];
      const int64_t step = walk.axes[0].indices[k];
      const std::byte* const indices = data.indices[k] + first * step;
      by.is_wide ? Add<int64_t>(by, indices, step, count) : Add<int32_t>(by, indices, step, count);
    }
  }
  int64_t operator[](int64_t i) const { return offsets_[static_cast<size_t>(i)]; }

 private:
  template <class T>
  static int64_t PlaceOf(const IndexedBy& by, const std::byte* at) {
    T number;
    std::memcpy(&number, at, sizeof(number));
    const auto index = static_cast<int64_t>(number);
    return (index + ((index >> 63) & by.extent)) * by.stride;
  }
  template <class T>
  void Add(const IndexedBy& by, const std::byte* indices, int64_t step, int64_t count) {
    if (step == 0) {
      const int64_t place = PlaceOf<T>(by, indices);
      for (int64_t i = 0; i < count; ++i) offsets_[static_cast<size_t>(i)] += place;
    } else {
      for (int64_t i = 0; i < count; ++i) {
        offsets_[static_cast<size_t>(i)] += PlaceOf<T>(by, indices + i * step);
      }
    }
  }

  std::array<int64_t, kTile> offsets_;
};

template <int64_t kBytes>
void Copy(std::byte* to, const std::byte* from, int64_t /*bytes*/) {
  std::memcpy(to, from, kBytes);
}
template <>
void Copy<0>(std::byte* to, const std::byte* from, int64_t bytes) {
  std::memcpy(to, from, static_cast<size_t>(bytes));
}

// Blocks of kBytes, or of any size for 0, from the table or into it.
template <int64_t kBytes, bool kWrites>
void MoveRow(const IndexedWalk& walk, const IndexedData& data) {
  const IndexedAxis& axis = walk.axes[0];
  Offsets offsets;
  for (int64_t first = 0; first < axis.extent; first += kTile) {
    const int64_t count = std::min(kTile, axis.extent - first);
    offsets.Find(walk, data, first, count);
    std::byte* const elements = data.elements + first * axis.elements;
    std::byte* const table = data.table + first * axis.table;
    for (int64_t i = 0; i < count; ++i) {
      std::byte* const place = table + i * axis.table + offsets[i];
      std::byte* const element = elements + i * axis.elements;
      if constexpr (kWrites) {
        Copy<kBytes>(place, element, walk.block_bytes);
      } else {
        if constexpr (kBytes == 0) {
          const int64_t next = std::min(i + kAhead, count - 1);
          AskForLines(reinterpret_cast<uintptr_t>(table + next * axis.table + offsets[next]),
                      std::min(kAsked, walk.block_bytes));
        }
        Copy<kBytes>(element, place, walk.block_bytes);
      }
    }
  }
}

using RowLoop = void (*)(const IndexedWalk& walk, const IndexedData& data);

template <bool kWrites>
RowLoop LoopOf(int64_t block_bytes) {
  switch (block_bytes) {
    case 1:
      return MoveRow<1, kWrites>;
    case 2:
      return MoveRow<2, kWrites>;
    case 4:
      return MoveRow<4, kWrites>;
    case 8:
      return MoveRow<8, kWrites>;
    case 16:
      return MoveRow<16, kWrites>;
    case 32:
      return MoveRow<32, kWrites>;
    default:
      return MoveRow<0, kWrites>;
  }
}

// Row by row of the innermost axis, in row-major order.
void WalkRows(const IndexedWalk& walk, const IndexedData& data, RowLoop loop) {
  ForEachPoint(data, std::span(walk.axes).subspan(1), walk.by.size(),
               [&](const IndexedData& row) { loop(walk, row); });
}

using LoopOfBytes = RowLoop (*)(int64_t block_bytes);

// Threads share the walk along one of its axes.
void ShareAxis(const IndexedWalk& walk, const IndexedData& data, LoopOfBytes loop_of) {
  const RowLoop loop = loop_of(walk.block_bytes);
  const IndexedAxis& shared = walk.axes[walk.shared_axis];
  const int64_t points = walk.points / shared.extent;
  const int64_t grain = GrainFor(static_cast<int>(IndexedCost(walk)));
  ParallelFor(shared.extent, std::max<int64_t>(1, grain / points), [&](int64_t begin, int64_t end) {
    IndexedWalk part = walk;
    part.axes[walk.shared_axis].extent = end - begin;
    IndexedData from = data;
    Advance(from, shared, begin, walk.by.size());
    WalkRows(part, from, loop);
  });
}

// Each thread moves its part of all blocks.
void ShareBlocks(const IndexedWalk& walk, const IndexedData& data, LoopOfBytes loop_of) {
  const int64_t each = std::max<int64_t>(1, IndexedCost(walk) * walk.points / walk.block_bytes);
  const int64_t grain = GrainFor(static_cast<int>(std::min<int64_t>(each, 1 << 30)));
  const int64_t lines = (grain + kCacheLine - 1) / kCacheLine * kCacheLine;
  ParallelFor(walk.block_bytes, lines, [&](int64_t begin, int64_t end) {
    IndexedWalk part = walk;
    part.block_bytes = end - begin;
    IndexedData from = data;
    from.table += begin;
    from.elements += begin;
    WalkRows(part, from, loop_of(part.block_bytes));
  });
}

void Share(const IndexedWalk& walk, const IndexedData& data, LoopOfBytes loop_of) {
  if (walk.points == 0) return;
  walk.shared_axis == IndexedWalk::kNoAxis ? ShareBlocks(walk, data, loop_of)
                                           : ShareAxis(walk, data, loop_of);
}

}  // namespace

int64_t IndexedCost(const IndexedWalk& walk) {
  constexpr int64_t kOfPoint = 1000, kOfByte = 60;
  return std::min<int64_t>(kOfPoint + walk.block_bytes * kOfByte, 1 << 30);
}

void ReadIndexed(const IndexedWalk& walk, const IndexedData& data) {
  Share(walk, data, LoopOf<false>);
}

void WriteIndexed(const IndexedWalk& walk, const IndexedData& data) {
  Share(walk, data, LoopOf<true>);
}

}  // namespace openaclnn
