// How stages of normalisations reach their operands.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "cpu/loop_type.h"
#include "kinds/planned.h"
#include "kinds/stage.h"

namespace openaclnn {

inline constexpr int32_t kNoSlot = -1;

// Plans what is walked of `values`: x, grad if there is one, and what is written.
void PlanWalk(PlannedComputation& made, LoopType& loop, int num_outputs,
              std::span<const Value> values);

// A value, if it is there, as dense elements.
void PlanDenseOnes(const std::optional<Value>& value, bool are_written, int32_t& slot, Plan& walk);

// The elements of a slot, if it is one.
template <class T>
T* ElementsAt(const Places& places, int32_t slot) {
  return slot == kNoSlot ? nullptr : reinterpret_cast<T*>(places.First(slot));
}

}  // namespace openaclnn
