// One of each run of equal slices that follow each other, as a stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// Slices along an axis of `elements`, which is dense, are equal if all of their elements are. So -0
// is equal to 0, and NaN to nothing. Without axes there is one slice.
//
//   values   the first slice of each run, and then the view of as many, dense if it is dense
//   places   the number of the run of each slice; with `order`, slice i belongs to place order[i]
//   counts   how many slices each run has, along one axis, and then the view of as many
//
// Values and counts are tensors of the call, and places are dense. Integers are INT64. The run
// fails if there are more runs than values or counts have room for.
struct UniqueInputs {
  Value elements;
  size_t axis;
  std::optional<Value> order = {};
  Value values;
  std::optional<Value> places = {}, counts = {};
  bool sets_view_of_places = false;  // a tensor of the call: one axis, as long as there are slices
  // For the message where room is too little: names in the spec.
  std::string_view operator_name = {}, name_of_values = {}, name_of_counts = {};
};
OPENACLNN_SHARED Stage PlanUnique(const UniqueInputs& inputs);

}  // namespace openaclnn
