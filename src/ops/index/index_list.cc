#include "ops/index/index_list.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/dtype.h"
#include "ops/index/indexed_shape.h"
#include "tensor/broadcast.h"

namespace openaclnn {
namespace {

class ListedPlaces {
 public:
  ListedPlaces(const Call& call, StageList& list, int indices, const Value& table,
               const Value& elements, bool writes)
      : call_(call), list_(list), indices_(indices), table_(table) {
    const Dims* const shape = &elements->shape;
    // A rule has found the same axes.
    static_cast<void>(
        FindIndexedAxes(table->shape, call.TensorsAt(indices), shape, {}, {}, axes_).ok());
    if (writes && axes_.is_of_any && CountMasks() == 1) LetMaskHaveAny();
    places_.shape = axes_.shape;
    places_.table = table;
    places_.elements = elements;
    places_.strides = BroadcastStrides(elements->shape, elements->strides, axes_.shape);
  }

  IndexedPlaces Find() {
    for (int member = 0; const Tensor* const tensor : call_.TensorsAt(indices_)) {
      if (!Indexes(tensor)) {
        Keep(axis_++);
      } else if (IsMask(tensor)) {
        AddMask(member);
      } else {
        AddIntegers(member);
      }
      ++member;
    }
    while (axis_ < table_->shape.size()) Keep(axis_++);
    InsertAxesOfIndices();
    return places_;
  }

 private:
  NameInCall NameOf(int member) const {
    return {.operator_name = call_.spec.name,
            .argument = call_.spec.arguments[indices_].name,
            .member = member};
  }

  int64_t CountMasks() const { return std::ranges::count_if(call_.TensorsAt(indices_), IsMask); }
  static bool IsMask(const Tensor* member) { return Indexes(member) && member->dtype == ACL_BOOL; }

  // There is room for all its elements, and a run finds how many are true.
  void LetMaskHaveAny() {
    const Tensor* const mask = *std::ranges::find_if(call_.TensorsAt(indices_), IsMask);
    const size_t last = axes_.first + axes_.common.size() - 1;
    axes_.trues = axes_.common.back() = axes_.shape[last] = mask->extent.elements;
    places_.shortened = {.axis = last, .extent = list_.Temporary(ACL_INT64, {1})};
  }

  void Keep(size_t axis) {
    const bool has_axes = !table_->shape.empty();
    places_.table_strides.push_back(has_axes ? table_->strides[axis] : 0);
  }

  // One index along an axis of the table, as the indices' common shape sees it.
  void AddAlong(const Value& index, const Dims& strides) {
    const bool has_axes = !table_->shape.empty();
    places_.along.push_back({.index = index,
                             .strides = strides,
                             .extent = has_axes ? table_->shape[axis_] : 1,
                             .stride = has_axes ? table_->strides[axis_] : 0});
    ++axis_;
  }

  void AddIntegers(int member) {
    const Value index = list_.Member(indices_, member);
    const int64_t extent = table_->shape.empty() ? 1 : table_->shape[axis_];
    list_.Add(PlanCheckIndices(
        {.index = index, .extent = extent, .count_from_behind = true, .name = NameOf(member)}));
    AddAlong(index, BroadcastStrides(index->shape, index->strides, axes_.common));
  }

  std::optional<Value> Found() const {
    if (!places_.shortened) return std::nullopt;
    return places_.shortened->extent;
  }

  void AddMask(int member) {
    const Value mask = list_.Member(indices_, member);
    const auto axes = static_cast<int64_t>(mask->shape.size());
    const int64_t trues = axes_.trues;
    const Value found = list_.Temporary(ACL_INT64, {axes, trues});
    list_.Add(PlanFindTrues({.mask = mask,
                             .places = found,
                             .count = trues,
                             .may_be_one = true,
                             .found = Found(),
                             .name = NameOf(member)}));
    for (int64_t axis = 0; axis < axes; ++axis) {
      Value along = list_.Seen(found, {trues}, {1});
      along.origin = axis * trues * DtypeBytes(ACL_INT64);
      AddAlong(along, BroadcastStrides(along->shape, along->strides, axes_.common));
    }
  }

  // So far the strides of the table are those of its own axes, those of indices those of theirs.
  void InsertAxesOfIndices() {
    const size_t count = axes_.common.size();
    const auto at = static_cast<long>(axes_.first);
    places_.table_strides.insert(places_.table_strides.begin() + at, count, 0);
    for (IndexAlong& along : places_.along) {
      along.strides.insert(along.strides.begin(), axes_.first, 0);
      along.strides.resize(places_.shape.size(), 0);
    }
  }

  const Call& call_;
  StageList& list_;
  const int indices_;
  const Value table_;
  IndexedAxes axes_;
  IndexedPlaces places_;
  size_t axis_ = 0;  // of the table
};

}  // namespace

IndexedPlaces PlacesOfList(const Call& call, StageList& list, int indices, const Value& table,
                           const Value& elements, bool writes) {
  return ListedPlaces(call, list, indices, table, elements, writes).Find();
}

}  // namespace openaclnn
