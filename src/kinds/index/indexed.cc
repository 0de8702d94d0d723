// Plans walks over indexed places, and runs them.
#include "kinds/index/indexed.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/dtype.h"
#include "kinds/index/accessed.h"
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

// That which has enough for all threads and lies farthest out, else the longest.
size_t SharedAxisOf(const IndexedWalk& walk) {
  constexpr int64_t kEnough = 256;
  size_t longest = 0;
  for (size_t a = walk.axes.size(); a-- > 0;) {
    if (walk.axes[a].extent >= kEnough) return a;
    if (walk.axes[a].extent > walk.axes[longest].extent) longest = a;
  }
  return longest;
}

using Axes = decltype(IndexedWalk::axes);

// As few as possible, innermost first.
Axes AxesOf(const IndexedPlaces& places, int64_t item) {
  Axes axes;
  for (size_t a = places.shape.size(); a-- > 0;) {
    const IndexedAxis axis = AxisOf(places, a, item);
    if (axis.extent == 1) continue;
    if (!axes.empty() && Continues(axis, axes.back())) {
      axes.back().extent *= axis.extent;
    } else {
      axes.push_back(axis);
    }
  }
  return axes;
}

IndexedWalk WalkOver(const IndexedPlaces& places) {
  IndexedWalk walk;
  const int64_t item = DtypeBytes(places.table->dtype);
  for (const IndexAlong& along : places.along) {
    walk.by.push_back({along.index->dtype == ACL_INT64, along.extent, along.stride * item});
  }
  walk.points = *CountElements(places.shape);
  walk.block_bytes = item;
  if (walk.points == 0) return walk;
  const Axes axes = AxesOf(places, item);
  const bool has_blocks = !axes.empty() && axes[0].table == item && axes[0].elements == item &&
                          !UsesIndex(walk, axes[0]);
  if (has_blocks) {
    walk.block_bytes *= axes[0].extent;
    walk.points /= axes[0].extent;
  }
  walk.axes.assign(axes.begin() + (has_blocks ? 1 : 0), axes.end());
  if (walk.axes.empty())
    walk.axes.push_back({.extent = 1, .table = 0, .elements = 0, .indices = {}});
  walk.shared_axis = SharedAxisOf(walk);
  return walk;
}

class ReadComputation final : public AccessedComputation {
 public:
  explicit ReadComputation(const IndexedPlaces& places)
      : walk_(WalkOver(places)), table_(places.table), elements_(places.elements) {
    for (const IndexAlong& along : places.along) {
      indices_.push_back({along.index.slot, along.index.origin});
      if (HasWork()) AddAccess(along.index, false);
    }
    if (!HasWork()) return;
    AddAccess(places.table, false);
    AddAccess(places.elements, true);
  }

  const IndexedWalk& walk() const { return walk_; }
  bool HasWork() const override { return walk_.points > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    IndexedData data{table_.At(places), elements_.At(places), {}};
    for (size_t k = 0; k < indices_.size(); ++k) data.indices[k] = indices_[k].At(places);
    ReadIndexed(walk_, data);
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "read indexed");
    details.Add("elements", walk_.points);
    details.Add("block", walk_.block_bytes);
  }

 private:
  struct Place {
    Place(int32_t at, int64_t from) : slot(at), origin(from) {}
    explicit Place(const Value& value) : Place(value.slot, value.origin) {}
    std::byte* At(const Places& places) const { return places.First(slot) + origin; }

    int32_t slot;
    int64_t origin;
  };

  const IndexedWalk walk_;
  const Place table_, elements_;
  boost::container::small_vector<Place, 2> indices_;
};

}  // namespace

Stage PlanReadIndexed(const IndexedPlaces& places) {
  auto made = std::make_unique<ReadComputation>(places);
  const int64_t points = made->walk().points, cost = IndexedCost(made->walk());
  return {std::move(made), 0, points, cost};
}

}  // namespace openaclnn
