// Rows in order as a stage: all elements, the first ones, or one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/shared.h"
#include "kinds/sort/run.h"
#include "kinds/stage.h"

namespace openaclnn {

struct SortInputs {
  Value elements;
  size_t axis;  // 0 where there are no axes
  bool descending = false;
  Take take = Take::kFirst;
  int64_t at = 0;  // of Take::kOne
  std::optional<Value> values = {};
  Value indices;  // which have as many along the axis as are wanted
};
OPENACLNN_SHARED Stage PlanSort(const SortInputs& inputs);

}  // namespace openaclnn
