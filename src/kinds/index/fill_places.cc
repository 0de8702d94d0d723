#include "kinds/index/fill_places.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "kinds/accessed.h"
#include "kinds/moves/run_fill.h"

namespace openaclnn {
namespace {

class FillPlacesComputation final : public AccessedComputation {
 public:
  explicit FillPlacesComputation(const PlacesToFill& fill)
      : element_(fill.element), places_(fill.places), has_index_(fill.index.has_value()) {
    const Tensor& table = *fill.table.tensor;
    Dims slice = table.shape;
    if (!slice.empty()) {
      extent_ = slice[fill.axis];
      stride_ = table.strides[fill.axis] * DtypeBytes(table.dtype);
      slice[fill.axis] = 1;
    }
    const OperandView views[] = {ViewBy(table, table.strides)};
    slice_ = PlanInOrder(slice, views, 1);
    if (has_index_) AddAccess(*fill.index, false);
    AddAccess(fill.table, true);
  }

  bool HasWork() const override { return CountAccesses() == (has_index_ ? 2 : 1); }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    std::byte* const table = DataOf(CountAccesses() - 1, places);
    for (const int64_t place : Found(places)) {
      RunFill(slice_, element_, table + place * stride_);
    }
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "fill places");
    details.Add("elements", slice_.elements);
  }

 private:
  // Each place once, in order.
  std::vector<int64_t> Found(const Places& places) const {
    std::vector<int64_t> all = has_index_ ? Read(DataOf(0, places)) : places_;
    for (int64_t& place : all) place += place < 0 ? extent_ : 0;
    std::erase_if(all, [this](int64_t place) { return place < 0 || place >= extent_; });
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }
  std::vector<int64_t> Read(const std::byte* data) const {
    const Plan& walk = WalkOf(0);
    const ConvertLoop load = LoadConversion(walk.dtype[0], LoopType::kInt64);
    std::vector<int64_t> all(static_cast<size_t>(walk.elements));
    const int64_t step = walk.axes.empty() ? 0 : walk.axes[0].stride[0];
    for (size_t i = 0; i < all.size(); ++i) {
      load(data + walk.origin[0] + static_cast<int64_t>(i) * step, &all[i], 1);
    }
    return all;
  }

  const Element element_;
  const std::vector<int64_t> places_;
  const bool has_index_;
  int64_t extent_ = 1, stride_ = 0;
  Plan slice_;
};

}  // namespace

Stage PlanFillPlaces(const PlacesToFill& fill) {
  const int64_t elements = fill.table->extent.elements;
  return {std::make_unique<FillPlacesComputation>(fill), 0, elements, kFillCost};
}

}  // namespace openaclnn
