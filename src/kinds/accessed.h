// A computation that reads and writes whole tensors, whatever the order in which it walks them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/computation.h"
#include "kinds/operands.h"
#include "kinds/stage.h"
#include "tensor/plan.h"

namespace openaclnn {

// On CPUs alone so far: a call on a GPU is refused before anything is queued.
class AccessedComputation : public Computation {
 public:
  Status FindCode(const Places& /*places*/, Queue& /*queue*/,
                  DeviceCodes& /*codes*/) const override {
    return {};
  }
  Status Launch(const Places& /*places*/, const DeviceCodes& /*codes*/,
                Queue& /*queue*/) const override {
    return {};
  }
  void ForEachAccess(const AccessVisitor& visit) const override {
    for (const bool writes : {false, true}) {
      for (const Accessed& one : accessed_) {
        if (one.writes == writes) visit({one.plan, 0, one.slot, writes});
      }
    }
  }

 protected:
  void AddAccess(const Value& value, bool writes) {
    if (value->extent.elements == 0) return;
    Accessed& one = accessed_.emplace_back();
    PlanAlone(*value.tensor, writes ? 1 : 0, one.plan);
    one.plan.origin[0] += value.origin;
    one.slot = value.slot;
    one.writes = writes;
  }
  // The same value with a copy of its tensor, which may end before a run.
  Value Kept(const Value& value) {
    if (value.tensor == nullptr) return value;
    return {&kept_.emplace_back(*value.tensor), value.slot, value.origin};
  }
  // The walk of a tensor in row-major order, that was added as number `access`.
  const Plan& WalkOf(size_t access) const { return accessed_[access].plan; }
  std::byte* DataOf(size_t access, const Places& places) const {
    return places.First(accessed_[access].slot);
  }
  size_t CountAccesses() const { return accessed_.size(); }

 private:
  struct Accessed {
    Plan plan;
    int32_t slot;
    bool writes;
  };

  std::vector<Accessed> accessed_;
  std::deque<Tensor> kept_;
};

}  // namespace openaclnn
