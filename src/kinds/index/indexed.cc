// Plans walks over indexed places, and runs them.
#include "kinds/index/indexed.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "kinds/accessed.h"
#include "kinds/index/fold_indexed.h"
#include "kinds/index/run_indexed.h"

namespace openaclnn {
namespace {

bool UsesIndex(const IndexedWalk& walk, const IndexedAxis& axis) {
  return std::any_of(axis.indices.begin(), axis.indices.begin() + walk.by.size(),
                     [](int64_t step) { return step != 0; });
}

// Whether `outer` goes on where `inner` ends, for all that is walked.
bool Continues(const IndexedAxis& outer, const IndexedAxis& inner) {
  const auto goes_on = [&](int64_t of_outer, int64_t of_inner) {
    return of_outer == of_inner * inner.extent;
  };
  return goes_on(outer.table, inner.table) && goes_on(outer.elements, inner.elements) &&
         std::equal(outer.indices.begin(), outer.indices.end(), inner.indices.begin(), goes_on);
}

IndexedAxis AxisOf(const IndexedPlaces& places, size_t a, int64_t item) {
  IndexedAxis axis{places.shape[a], places.table_strides[a] * item, places.strides[a] * item, {}};
  for (size_t k = 0; k < places.along.size(); ++k) {
    const IndexAlong& along = places.along[k];
    axis.indices[k] = along.strides[a] * DtypeBytes(along.index->dtype);
  }
  return axis;
}

// How a stage walks.
enum class Way : uint8_t { kRead, kWrite, kFold };

// The axis along which threads share the work: that which has enough for all and lies farthest out,
// else the longest. Where a stage writes, it is no axis along which places may be one.
size_t SharedAxisOf(const IndexedWalk& walk, Way way) {
  constexpr int64_t kEnough = 256;
  size_t longest = IndexedWalk::kNoAxis;
  for (size_t a = walk.axes.size(); a-- > 0;) {
    const IndexedAxis& axis = walk.axes[a];
    if (way != Way::kRead && axis.table == 0) continue;
    if (axis.extent >= kEnough) return a;
    const bool is_longer =
        longest == IndexedWalk::kNoAxis || axis.extent > walk.axes[longest].extent;
    if (is_longer && axis.extent > 1) longest = a;
  }
  return longest;
}

// As few axes as possible, innermost first; `shortened` stays by itself, and is told where it is.
std::vector<IndexedAxis> AxesOf(const IndexedPlaces& places, int64_t item, size_t& shortened) {
  std::vector<IndexedAxis> axes;
  bool may_continue = false;
  for (size_t a = places.shape.size(); a-- > 0;) {
    const IndexedAxis axis = AxisOf(places, a, item);
    const bool is_shortened = places.shortened && places.shortened->axis == a;
    if (axis.extent == 1 && !is_shortened) continue;
    if (may_continue && !is_shortened && Continues(axis, axes.back())) {
      axes.back().extent *= axis.extent;
      continue;
    }
    if (is_shortened) shortened = axes.size();
    axes.push_back(axis);
    may_continue = !is_shortened;
  }
  return axes;
}

class Walk {
 public:
  Walk(const IndexedPlaces& places, Way way) : way_(way) {
    const int64_t item = DtypeBytes(places.table->dtype);
    for (const IndexAlong& along : places.along) {
      walk_.by.push_back({along.index->dtype == ACL_INT64, along.extent, along.stride * item});
    }
    walk_.points = *CountElements(places.shape);
    walk_.block_bytes = item;
    if (walk_.points == 0) return;
    walk_.axes = AxesOf(places, item, shortened_);
    if (way != Way::kFold) TakeBlocks(item);
    if (walk_.axes.empty()) {
      walk_.axes.push_back({.extent = 1, .table = 0, .elements = 0, .indices = {}});
    }
    walk_.shared_axis = SharedAxisOf(walk_, way);
  }

  const IndexedWalk& whole() const { return walk_; }
  // The walk of a run whose shortened axis is so long.
  IndexedWalk Shortened(int64_t extent) const {
    IndexedWalk walk = walk_;
    walk.points = walk.points / walk.axes[shortened_].extent * extent;
    walk.axes[shortened_].extent = extent;
    if (walk.points > 0) walk.shared_axis = SharedAxisOf(walk, way_);
    return walk;
  }

 private:
  void TakeBlocks(int64_t item) {
    if (walk_.axes.empty() || shortened_ == 0) return;
    const IndexedAxis& inner = walk_.axes[0];
    if (inner.table != item || inner.elements != item || UsesIndex(walk_, inner)) return;
    walk_.block_bytes *= inner.extent;
    walk_.points /= inner.extent;
    walk_.axes.erase(walk_.axes.begin());
    if (shortened_ != IndexedWalk::kNoAxis) --shortened_;
  }

  const Way way_;
  IndexedWalk walk_;
  size_t shortened_ = IndexedWalk::kNoAxis;
};

// Where a run finds a value.
struct PlaceOfValue {
  explicit PlaceOfValue(const Value& value) : slot(value.slot), origin(value.origin) {}
  std::byte* At(const Places& places) const { return places.First(slot) + origin; }

  int32_t slot;
  int64_t origin;
};

Way WayOf(std::optional<Reduce> reduce) {
  if (!reduce) return Way::kRead;
  return *reduce == Reduce::kLast ? Way::kWrite : Way::kFold;
}

class IndexedComputation final : public AccessedComputation {
 public:
  // `reduce`: nothing for what is read.
  IndexedComputation(const IndexedPlaces& places, std::optional<Reduce> reduce)
      : way_(WayOf(reduce)),
        reduce_(reduce.value_or(Reduce::kLast)),
        dtype_(places.table->dtype),
        walk_(places, way_),
        table_(places.table),
        elements_(places.elements) {
    for (const IndexAlong& along : places.along) {
      indices_.push_back(PlaceOfValue(along.index));
      if (HasWork()) AddAccess(along.index, false);
    }
    if (places.shortened) {
      extent_.emplace(places.shortened->extent);
      AddAccess(places.shortened->extent, false);
    }
    if (!HasWork()) return;
    AddAccess(places.elements, way_ == Way::kRead);
    if (way_ != Way::kWrite) AddAccess(places.table, false);
    if (way_ != Way::kRead) AddAccess(places.table, true);
  }

  const IndexedWalk& walk() const { return walk_.whole(); }
  bool HasWork() const override { return walk().points > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    if (!extent_) return RunWalk(walk(), places);
    int64_t extent;
    std::memcpy(&extent, extent_->At(places), sizeof(extent));
    if (extent > 0) RunWalk(walk_.Shortened(extent), places);
  }

  void AddDetails(Details& details) const override {
    static constexpr const char* kWords[] = {"read indexed", "write indexed", "fold indexed"};
    details.AddWords("loop", kWords[static_cast<size_t>(way_)]);
    details.Add("elements", walk().points);
    details.Add("block", walk().block_bytes);
  }

 private:
  void RunWalk(const IndexedWalk& walk, const Places& places) const {
    IndexedData data{table_.At(places), elements_.At(places), {}};
    for (size_t k = 0; k < indices_.size(); ++k) data.indices[k] = indices_[k].At(places);
    switch (way_) {
      case Way::kRead:
        return ReadIndexed(walk, data);
      case Way::kWrite:
        return WriteIndexed(walk, data);
      case Way::kFold:
        return FoldIndexed({.walk = &walk,
                            .data = data,
                            .dtype = dtype_,
                            .fold = reduce_ == Reduce::kProduct ? Fold::kMultiply : Fold::kAdd,
                            .is_mean = reduce_ == Reduce::kAverage});
    }
  }

  const Way way_;
  const Reduce reduce_;
  const aclDataType dtype_;
  const Walk walk_;
  const PlaceOfValue table_, elements_;
  boost::container::small_vector<PlaceOfValue, 2> indices_;
  std::optional<PlaceOfValue> extent_;
};

Stage PlanIndexed(const IndexedPlaces& places, std::optional<Reduce> reduce) {
  auto made = std::make_unique<IndexedComputation>(places, reduce);
  const int64_t points = made->walk().points;
  const int64_t cost = WayOf(reduce) == Way::kFold ? kFoldCost : IndexedCost(made->walk());
  return {std::move(made), 0, points, cost};
}

}  // namespace

Stage PlanReadIndexed(const IndexedPlaces& places) { return PlanIndexed(places, std::nullopt); }

Stage PlanReduced(const IndexedPlaces& places, Reduce reduce) {
  return PlanIndexed(places, reduce);
}

}  // namespace openaclnn
