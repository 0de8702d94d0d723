// Rows of a table that are put together in bags, as a stage.
#pragma once

#include <cstdint>
#include <optional>

#include "base/shared.h"
#include "kinds/index/indexed.h"
#include "kinds/stage.h"

namespace openaclnn {

// What the rows of a bag come to, element by element.
enum class BagOf : uint8_t { kSums, kMeans, kLargest };

struct BagsInputs {
  Value table;    // [rows, columns], of floats
  Value indices;  // INT64, dense: rows of the table
  Value offsets;  // INT64, dense: where each bag begins in them, and the end of the last if has_end
  bool has_end;
  std::optional<Value> weights;  // DOUBLE, dense: the factor of each index
  int64_t padding;               // an index that does not count
  BagOf bag_of;
  Value out;  // [bags, columns], of floats; of a bag in which no index counts 0
  // INT64, dense: of each index its bag, or the last one where it is in none; of each bag how many
  // indices count, and 0 behind these; and of each element of `out` the row that it is of.
  std::optional<Value> bag_of_each;
  Value sizes;
  std::optional<Value> rows;
  NameInCall name_of_indices, name_of_offsets;
};
// Fails the run if an index is no row, or an offset is not where a bag can begin.
OPENACLNN_SHARED Stage PlanBags(const BagsInputs& inputs);

}  // namespace openaclnn
