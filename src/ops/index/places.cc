#include "ops/index/places.h"

#include <utility>

namespace openaclnn {

IndexedPlaces PlacesAlong(const Value& table, const AxisIndex& by, const Dims& shape,
                          const Value& elements) {
  const bool has_axes = !table->shape.empty();
  IndexedPlaces places{.shape = shape,
                       .table = table,
                       .table_strides = has_axes ? table->strides : Dims(shape.size(), 0),
                       .elements = elements,
                       .strides = elements->strides,
                       .along = {}};
  if (!shape.empty()) places.table_strides[by.axis] = 0;
  places.along.push_back({.index = by.index,
                          .strides = by.strides,
                          .extent = has_axes ? table->shape[by.axis] : 1,
                          .stride = has_axes ? table->strides[by.axis] : 0});
  return places;
}

NameInCall NameIn(const Call& call, int argument) {
  return {.operator_name = call.spec.name, .argument = call.spec.arguments[argument].name};
}

Stage CheckOf(const Call& call, const StageList& list, int argument, int64_t extent,
              bool count_from_behind) {
  return PlanCheckIndices({.index = list.Given(argument),
                           .extent = extent,
                           .count_from_behind = count_from_behind,
                           .name = NameIn(call, argument)});
}

}  // namespace openaclnn
