// One of each run of equal slices that follow each other, as a stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// Slices along an axis of `elements`, which is dense, are equal if all of their elements are: -0 is
// equal to 0, and NaN to nothing. `values` gets the first slice of each run; then it gets the view
// of as many slices as there are, dense if it is dense. `places` gets the number of the run of each
// slice; with `order`, INT64, slice i belongs to place order[i]. `counts` gets how many slices each
// run has, and then the view of as many. Values and counts, of one axis, are tensors of the call;
// places are dense. Places and counts are INT64. Without axes there is one slice.
struct UniqueInputs {
  Value elements;
  size_t axis;
  std::optional<Value> order = {};
  Value values;
  std::optional<Value> places = {}, counts = {};
};
OPENACLNN_SHARED Stage PlanUnique(const UniqueInputs& inputs);

}  // namespace openaclnn
