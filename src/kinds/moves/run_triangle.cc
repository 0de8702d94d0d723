#include "kinds/moves/run_triangle.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/dtype.h"
#include "cpu/threads.h"

namespace openaclnn {
namespace {

constexpr int kSource = 0, kTarget = 1;
constexpr size_t kColumns = 0, kRows = 1;  // axes

// Rows are cut into parts of so many elements, so that threads share long ones.
constexpr int64_t kPartOfRow = 1 << 15;

// Elements a step apart.
template <class Bits>
void CopyElements(const std::byte* source, int64_t from_step, std::byte* target, int64_t to_step,
                  int64_t count) {
  for (int64_t k = 0; k < count; ++k) {
    std::memcpy(target + k * to_step, source + k * from_step, sizeof(Bits));
  }
}
template <class Bits>
void ZeroElements(std::byte* target, int64_t step, int64_t count) {
  for (int64_t k = 0; k < count; ++k) std::memset(target + k * step, 0, sizeof(Bits));
}

struct Loops {
  void (*copy)(const std::byte*, int64_t, std::byte*, int64_t, int64_t);
  void (*zero)(std::byte*, int64_t, int64_t);
};
template <class Bits>
constexpr Loops LoopsOf() {
  return {CopyElements<Bits>, ZeroElements<Bits>};
}
Loops LoopsFor(int item_bytes) {
  switch (item_bytes) {
    case 1:
      return LoopsOf<uint8_t>();
    case 2:
      return LoopsOf<uint16_t>();
    case 4:
      return LoopsOf<uint32_t>();
    case 8:
      return LoopsOf<uint64_t>();
    default:
      return LoopsOf<std::array<uint64_t, 2>>();
  }
}

class Rows {
 public:
  Rows(const Plan& plan, const Triangle& kept, const std::byte* source, std::byte* target)
      : plan_(plan),
        kept_(kept),
        source_(source + plan.origin[kSource]),
        target_(target + plan.origin[kTarget]),
        item_(DtypeBytes(plan.dtype[kTarget])),
        steps_{plan.axes[kColumns].stride[kSource], plan.axes[kColumns].stride[kTarget]},
        loops_(LoopsFor(static_cast<int>(item_))) {}

  // Columns `first` .. `end` of a row, counted through all matrices.
  void Run(int64_t index, int64_t first, int64_t end) const {
    const int64_t row = index % plan_.axes[kRows].extent;
    const int64_t edge = row + kept_.diagonal + (kept_.is_upper ? 0 : 1);
    const int64_t middle = std::clamp(edge, first, end);
    const std::byte* source = source_;
    std::byte* target = target_;
    for (size_t a = kRows; a < plan_.axes.size(); ++a) {
      const Axis& axis = plan_.axes[a];
      const int64_t along = index % axis.extent;
      source += along * axis.stride[kSource];
      target += along * axis.stride[kTarget];
      index /= axis.extent;
    }
    kept_.is_upper ? Zero(target, first, middle) : Zero(target, middle, end);
    kept_.is_upper ? Copy(source, target, middle, end) : Copy(source, target, first, middle);
  }

 private:
  void Zero(std::byte* row, int64_t first, int64_t end) const {
    if (first == end) return;
    std::byte* const target = row + first * steps_[kTarget];
    if (steps_[kTarget] == item_) {
      std::memset(target, 0, static_cast<size_t>((end - first) * item_));
    } else {
      loops_.zero(target, steps_[kTarget], end - first);
    }
  }

  void Copy(const std::byte* from, std::byte* to, int64_t first, int64_t end) const {
    if (first == end) return;
    const std::byte* const source = from + first * steps_[kSource];
    std::byte* const target = to + first * steps_[kTarget];
    if (source == target) return;  // in place
    if (steps_[kSource] == item_ && steps_[kTarget] == item_) {
      std::memcpy(target, source, static_cast<size_t>((end - first) * item_));
    } else {
      loops_.copy(source, steps_[kSource], target, steps_[kTarget], end - first);
    }
  }

  const Plan& plan_;
  const Triangle kept_;
  const std::byte* const source_;
  std::byte* const target_;
  const int64_t item_;
  const int64_t steps_[2];
  const Loops loops_;
};

}  // namespace

void RunTriangle(const Plan& plan, const Triangle& kept, const std::byte* source,
                 std::byte* target) {
  if (plan.elements == 0) return;
  const Rows rows(plan, kept, source, target);
  const int64_t columns = plan.axes[kColumns].extent;
  const int64_t parts = (columns + kPartOfRow - 1) / kPartOfRow;
  const int64_t grain =
      std::max<int64_t>(1, GrainFor(kTriangleCost) / std::min(columns, kPartOfRow));
  ParallelFor(plan.elements / columns * parts, grain, [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part) {
      const int64_t row = part / parts, first = part % parts * kPartOfRow;
      rows.Run(row, first, std::min(columns, first + kPartOfRow));
    }
  });
}

}  // namespace openaclnn
