// Slices of a table at places along an axis that become one number, as a stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/shared.h"
#include "kinds/moves/element.h"
#include "kinds/stage.h"

namespace openaclnn {

// -1 is the last place; what is none is passed over.
struct PlacesToFill {
  Value table;
  size_t axis;                       // 0 of a table without axes, which counts as one place
  std::optional<Value> index = {};   // INT32 or INT64, that a run reads
  std::vector<int64_t> places = {};  // which are known, if there is no index
  Element element;                   // of the table's dtype
};
OPENACLNN_SHARED Stage PlanFillPlaces(const PlacesToFill& fill);

}  // namespace openaclnn
