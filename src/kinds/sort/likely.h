// The elements of rows that are likely enough, as a stage.
#pragma once

#include <optional>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// Rows of which few elements are left, and the others become -inf. The k-th largest one and all
// that are not below it are left, if 0 < k < the length of a row. The first ones of these, in
// ascending order, go as far as their probabilities have a sum of at most 1 - p; the last element
// stays. A probability is e^element / the sum of these. They are DOUBLEs, added in this order.
struct LikelyInputs {
  Value elements;          // [rows, length] of floats, dense, each row in ascending order, NaN last
  Value indices;           // INT64, dense: where in its row each was
  std::optional<Value> k;  // INT32, [rows]
  std::optional<Value> p;  // of floats, [rows]
  Value out;               // [rows, length], of the dtype of the elements
};
OPENACLNN_SHARED Stage PlanLikely(const LikelyInputs& inputs);

}  // namespace openaclnn
