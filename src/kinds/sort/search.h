// Where elements belong among those of rows in order, as a stage.
#pragma once

#include <cstdint>
#include <optional>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// For each element of `values` the first place in its row of `rows` before which all are below it.
// If `after_equal` is true, all before it are not above it. A NaN is above no element and below
// none: it belongs behind the last, and elements behind a NaN. There are `length` elements in a
// row, and `searches` values for each row; one row may be for all. With `order` element i of a row
// is the one at order[i]. All are dense. Rows and values are of one dtype: FLOAT, DOUBLE, or
// integers with a sign or UINT8; order is INT64, places are INT32 or INT64.
struct SearchInputs {
  Value rows, values;
  std::optional<Value> order;
  Value places;
  int64_t length, searches;
  bool has_one_row, after_equal;
};
OPENACLNN_SHARED Stage PlanSearch(const SearchInputs& inputs);

}  // namespace openaclnn
