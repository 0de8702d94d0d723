// The places of a mask that are true.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "cpu/gather.h"
#include "engine/run_failure.h"
#include "kinds/accessed.h"
#include "kinds/index/indexed.h"

namespace openaclnn {
namespace {

constexpr int kFindCost = 1500;  // picoseconds an element on one core, about

class FindComputation final : public AccessedComputation {
 public:
  explicit FindComputation(const TruesToFind& trues)
      : shape_(trues.mask->shape),
        count_(trues.count),
        may_be_one_(trues.may_be_one),
        name_(trues.name),
        slot_of_places_(trues.places.slot) {
    AddAccess(trues.mask, false);
    has_mask_ = CountAccesses() > 0;
    AddAccess(trues.places, true);
    if (!trues.found) return;
    slot_of_found_ = trues.found->slot;
    AddAccess(*trues.found, true);
  }

  bool HasWork() const override { return CountAccesses() > 0; }

  void Run(const Places& places) const override {
    auto* const found = reinterpret_cast<int64_t*>(places.First(slot_of_places_));
    const int64_t trues = Find(places, found);
    if (slot_of_found_ >= 0) {
      std::memcpy(places.First(slot_of_found_), &trues, sizeof(trues));
      return;
    }
    if (trues == count_) return;
    if (trues == 1 && may_be_one_) return Repeat(found);
    const std::string name = name_.ArgumentText();
    FailRun("{}: {}: has {} elements that are true, expected {}, as its place in the output has",
            name_.operator_name, name, trues, count_);
  }

  void AddDetails(Details& details) const override { details.AddWords("loop", "find trues"); }

 private:
  // Writes the first `count_` of them; returns how many there are.
  int64_t Find(const Places& places, int64_t* found) const {
    int64_t trues = 0;
    if (!has_mask_) return trues;
    const Plan& plan = WalkOf(0);
    const std::byte* const base = DataOf(0, places) + plan.origin[0];
    const bool is_dense = IsDense(plan, 0);
    constexpr int64_t kTile = 4096;
    std::byte tile[kTile];
    for (int64_t first = 0; first < plan.elements; first += kTile) {
      const int64_t count = std::min(kTile, plan.elements - first);
      if (!is_dense) Gather({plan, 0, first, count}, base, 1, tile);
      const std::byte* const mask = is_dense ? base + first : tile;
      for (int64_t i = 0; i < count; ++i) {
        if (mask[i] == std::byte{0}) continue;
        if (trues < count_) SetPlace(first + i, found + trues);
        ++trues;
      }
    }
    return trues;
  }
  void SetPlace(int64_t element, int64_t* found) const {
    for (size_t axis = shape_.size(); axis-- > 0; element /= shape_[axis]) {
      found[static_cast<int64_t>(axis) * count_] = element % shape_[axis];
    }
  }
  void Repeat(int64_t* found) const {
    for (size_t axis = 0; axis < shape_.size(); ++axis, found += count_) {
      std::fill_n(found, count_, found[0]);
    }
  }

  const Dims shape_;
  const int64_t count_;
  const bool may_be_one_;
  const NameInCall name_;
  const int32_t slot_of_places_;
  bool has_mask_;
  int32_t slot_of_found_ = -1;
};

}  // namespace

Stage PlanFindTrues(const TruesToFind& trues) {
  return {std::make_unique<FindComputation>(trues), 0, trues.mask->extent.elements, kFindCost};
}

}  // namespace openaclnn
