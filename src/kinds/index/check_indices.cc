// Whether indices are places: a look at all of them before a run moves anything.
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "cpu/gather.h"
#include "cpu/threads.h"
#include "engine/run_failure.h"
#include "kinds/accessed.h"
#include "kinds/index/indexed.h"

namespace openaclnn {
namespace {

constexpr int kCheckCost = 600;  // picoseconds an index on one core, about
constexpr int64_t kTile = 512;   // indices that are made dense at once

// As many numbers from `low` on are allowed.
struct Allowed {
  uint64_t low, count;

  bool Has(int64_t number) const { return static_cast<uint64_t>(number) - low < count; }
};

template <class T>
bool HasAll(const T* indices, int64_t count, Allowed allowed) {
  uint64_t wrong = 0;
  for (int64_t i = 0; i < count; ++i) wrong |= allowed.Has(indices[i]) ? 0u : 1u;
  return wrong == 0;
}

class CheckComputation final : public AccessedComputation {
 public:
  explicit CheckComputation(const IndicesToCheck& indices)
      : extent_(indices.extent),
        name_(indices.name),
        allowed_{0, static_cast<uint64_t>(indices.extent)},
        shape_(indices.index->shape) {
    if (indices.count_from_behind) {
      allowed_ = {-allowed_.count, 2 * allowed_.count};
    }
    AddAccess(indices.index, false);
  }

  bool HasWork() const override { return CountAccesses() > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const std::byte* const data = DataOf(0, places);
    std::atomic<bool> is_wrong = false;
    ParallelFor(WalkOf(0).elements, GrainFor(kCheckCost), [&](int64_t begin, int64_t end) {
      for (int64_t first = begin; first < end; first += kTile) {
        const int64_t count = std::min(kTile, end - first);
        if (!IsRight(data, first, count)) is_wrong.store(true, std::memory_order_relaxed);
      }
    });
    if (is_wrong.load(std::memory_order_relaxed)) FailAtFirst(data);
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "check indices");
    details.Add("elements", HasWork() ? WalkOf(0).elements : 0);
  }

 private:
  bool IsWide() const { return WalkOf(0).dtype[0] == ACL_INT64; }

  // Indices of the walk, in `tile` if they have gaps.
  const void* IndicesAt(const std::byte* data, int64_t first, int64_t count,
                        std::array<int64_t, kTile>& tile) const {
    const Plan& plan = WalkOf(0);
    const std::byte* const base = data + plan.origin[0];
    const int item = IsWide() ? 8 : 4;
    if (IsDense(plan, 0)) return base + first * item;
    Gather({plan, 0, first, count}, base, item, tile.data());
    return tile.data();
  }

  bool IsRight(const std::byte* data, int64_t first, int64_t count) const {
    std::array<int64_t, kTile> tile;
    const void* const indices = IndicesAt(data, first, count, tile);
    return IsWide() ? HasAll(static_cast<const int64_t*>(indices), count, allowed_)
                    : HasAll(static_cast<const int32_t*>(indices), count, allowed_);
  }

  [[noreturn]] void FailAtFirst(const std::byte* data) const {
    std::array<int64_t, kTile> tile;
    for (int64_t i = 0;; ++i) {
      const void* const at = IndicesAt(data, i, 1, tile);
      const int64_t index =
          IsWide() ? *static_cast<const int64_t*>(at) : *static_cast<const int32_t*>(at);
      if (!allowed_.Has(index)) Fail(i, index);
    }
  }
  [[noreturn]] void Fail(int64_t element, int64_t index) const {
    Dims at(shape_.size());
    for (size_t axis = at.size(); axis-- > 0; element /= shape_[axis]) {
      at[axis] = element % shape_[axis];
    }
    const std::string name = name_.ArgumentText();
    if (extent_ == 0) {
      FailRun("{}: {}: the element at {} is {}, but the axis that it is for has no elements",
              name_.operator_name, name, ShapeText(at), index);
    }
    FailRun("{}: {}: the element at {} is {}, expected from {} to {}", name_.operator_name, name,
            ShapeText(at), index, static_cast<int64_t>(allowed_.low), extent_ - 1);
  }

  const int64_t extent_;
  const NameInCall name_;
  Allowed allowed_;
  const Dims shape_;
};

}  // namespace

Stage PlanCheckIndices(const IndicesToCheck& indices) {
  return {std::make_unique<CheckComputation>(indices), 0, indices.index->extent.elements,
          kCheckCost};
}

}  // namespace openaclnn
