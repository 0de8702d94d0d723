#include "kinds/moves/run_move.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstring>

#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/cast.h"
#include "cpu/prefetch.h"
#include "cpu/streaming.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "kinds/moves/moved_operand.h"

namespace openaclnn {
namespace {

constexpr int kSource = 0, kTarget = 1;

// Elements of a block of a transposed move: by default 64 a side, or 128 of up to 2 bytes. So four
// cache lines in a row lie together in memory both ways.
int64_t BlockElements(const Plan& plan) {
  const int widest = std::max(DtypeBytes(plan.dtype[kSource]), DtypeBytes(plan.dtype[kTarget]));
  return GetSettings().tile * (widest <= 2 ? 16 : 4);
}

// A walk from row to row, which lie on the innermost axis.
class RowWalk {
 public:
  RowWalk(const Plan& plan, int64_t row) : axes_(plan.axes), index_(plan.axes.size(), 0) {
    for (size_t a = 1; a < axes_.size(); ++a) {
      index_[a] = row % axes_[a].extent;
      row /= axes_[a].extent;
      for (const int k : {kSource, kTarget}) offset_[k] += index_[a] * axes_[a].stride[k];
    }
  }

  // Bytes from the walk's first element to that of the row.
  int64_t Offset(int operand) const { return offset_[operand]; }

  void Next() {
    for (size_t a = 1; a < axes_.size(); ++a) {
      for (const int k : {kSource, kTarget}) offset_[k] += axes_[a].stride[k];
      if (++index_[a] < axes_[a].extent) return;
      for (const int k : {kSource, kTarget}) offset_[k] -= axes_[a].extent * axes_[a].stride[k];
      index_[a] = 0;
    }
  }

 private:
  const boost::container::small_vector<Axis, 3>& axes_;
  boost::container::small_vector<int64_t, 8> index_;
  int64_t offset_[2] = {0, 0};
};

// A plan, or a block of one that BlockTransposed made.
class Move {
 public:
  Move(const Plan& plan, const Cast& cast, std::byte* source, std::byte* target, bool streams)
      : plan_(plan),
        cast_(cast),
        source_(plan, kSource, source),
        target_(plan, kTarget, target),
        streams_(streams),
        buffered_(std::max(GetSettings().tile, plan.block)) {}

  void Run() const {
    int64_t grain = GrainFor(kMoveCost);
    if (plan_.block != 0) grain = (grain + plan_.block - 1) / plan_.block * plan_.block;
    ParallelFor(plan_.elements, grain, [this](int64_t begin, int64_t end) {
      if (!NeedsBuffers()) return MoveAtOnce(begin, end - begin);
      if (HasShortRows()) return MoveRows(begin, end);
      const TileBuffers buffers(buffered_ * Cast::kWidest / int64_t{sizeof(double)});
      for (int64_t first = begin; first < end;) {
        const int64_t count = TileAt(first, end - first);
        MoveTile(first, count, buffers);
        first += count;
      }
      if (streams_) FinishStreaming();
    });
  }

 private:
  bool NeedsBuffers() const {
    if (!cast_.IsIdentity() || plan_.block != 0) return true;
    return streams_ ? !(source_.dense() && target_.dense()) : !(source_.dense() || target_.dense());
  }

  // Whether both sides have rows without gaps, too short for tiles of their own.
  bool HasShortRows() const {
    if (!cast_.IsIdentity() || plan_.block != 0 || plan_.axes.size() < 2) return false;
    const bool has_gaps = !source_.dense() && !target_.dense();
    return has_gaps && source_.HasDenseRows() && target_.HasDenseRows() &&
           plan_.axes[0].extent < kLongMovedRow;
  }

  void MoveRows(int64_t begin, int64_t end) const {
    const int64_t row = plan_.axes[0].extent, item = source_.item_bytes();
    RowWalk walk(plan_, begin / row);
    for (int64_t first = begin; first < end; walk.Next()) {
      const int64_t at = first % row, count = std::min(row - at, end - first);
      std::memcpy(target_.first() + walk.Offset(kTarget) + at * item,
                  source_.first() + walk.Offset(kSource) + at * item,
                  static_cast<size_t>(count * item));
      first += count;
    }
  }

  // Where one side or both are dense.
  void MoveAtOnce(int64_t first, int64_t count) const {
    const int bytes = source_.item_bytes();
    std::byte* const source = source_.InPlace(first, count);
    std::byte* const target = target_.InPlace(first, count);
    if (source == nullptr) {
      source_.GatherInto(first, count, target);
    } else if (target == nullptr) {
      target_.ScatterFrom(first, count, source);
    } else if (streams_) {
      StreamCopy(source, target, count * bytes);
      FinishStreaming();
    } else {
      std::memcpy(target, source, static_cast<size_t>(count * bytes));
    }
  }

  int64_t TileAt(int64_t first, int64_t wanted) const {
    if (plan_.block != 0) {
      return std::min({wanted, buffered_, plan_.block - first % plan_.block});
    }
    const int64_t row = plan_.axes.empty() ? 1 : plan_.axes[0].extent;
    if (row < kLongMovedRow) return std::min(wanted, buffered_);
    const int64_t rest = std::min(wanted, row - first % row);
    const bool rows_in_place =
        cast_.IsIdentity() && source_.HasDenseRows() && target_.HasDenseRows();
    return rows_in_place ? rest : std::min(rest, buffered_);
  }

  void MoveTile(int64_t first, int64_t count, const TileBuffers& buffers) const {
    // Each of two slots of the buffers is as long as a tile of the widest elements.
    const std::byte* values = source_.InPlace(first, count);
    std::byte* const target = target_.InPlace(first, count);
    const bool writes_in_place = target != nullptr && !streams_;
    if (values == nullptr) {
      std::byte* const gathered =
          cast_.IsIdentity() && writes_in_place ? target : buffers.Values(0);
      source_.GatherInto(first, count, gathered);
      values = gathered;
    } else if (streams_) {
      // What the next tile will read, while this one is converted in the caches.
      const int64_t bytes = count * source_.item_bytes();
      AskForLines(reinterpret_cast<uintptr_t>(values) + static_cast<uintptr_t>(bytes), bytes);
    }
    if (!cast_.IsIdentity()) {
      std::byte* const converted = writes_in_place ? target : buffers.Values(1);
      cast_(values, converted, count, buffers.Values(2), buffers.Values(3));
      values = converted;
    }
    if (values != target) target_.Put(first, count, values, streams_);
  }

  const Plan& plan_;
  const Cast& cast_;
  const MovedOperand source_, target_;
  const bool streams_;
  const int64_t buffered_;  // elements that a buffer holds
};

}  // namespace

void RunMove(const Plan& plan, const std::byte* source, std::byte* target) {
  if (plan.elements == 0) return;
  if (source == target && plan.dtype[kSource] == plan.dtype[kTarget]) return;
  const Cast cast(plan.dtype[kSource], plan.dtype[kTarget]);
  const bool streams = ExceedsCaches(plan);
  // A side is read or written, and only the target written.
  auto* const from = const_cast<std::byte*>(source);
  if (plan.axes.size() < 2) return Move(plan, cast, from, target, streams).Run();
  for (const Plan& part : BlockTransposed(plan, BlockElements(plan))) {
    Move(part, cast, from, target, streams).Run();
  }
}

}  // namespace openaclnn
