// Elements at the places of planes, or of volumes, that indices say.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/call.h"
#include "kinds/index/indexed.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/stage_list.h"

namespace openaclnn {

// Whether the last axes may be walked as one, in steps of the very last.
inline bool AreOneAxis(const Value& value, size_t axes) {
  const Dims &shape = value->shape, &strides = value->strides;
  int64_t step = strides.back();
  for (size_t i = shape.size(); i-- > shape.size() - axes;) {
    if (shape[i] > 1 && strides[i] != step) return false;
    step *= shape[i];
  }
  return true;
}

// The elements of a plane, or of a volume.
inline int64_t CountPlaces(const Value& value, size_t axes) {
  int64_t places = 1;
  for (size_t i = 0; i < axes; ++i) places *= value->shape[value->shape.size() - 1 - i];
  return places;
}

// Fails the run if an index is no place of such a plane.
inline Stage CheckOfPlaces(const Call& call, int argument, const Value& indices, int64_t places) {
  return PlanCheckIndices({.index = indices,
                           .extent = places,
                           .count_from_behind = false,
                           .name = {call.spec.name, call.spec.arguments[argument].name}});
}

// The elements, and where in the planes of `table`, which are walked as one axis, they belong.
inline IndexedPlaces PlacesInPlanes(const Value& elements, const Value& indices, const Value& table,
                                    size_t axes) {
  IndexedPlaces places{.shape = elements->shape,
                       .table = table,
                       .table_strides = table->strides,
                       .elements = elements,
                       .strides = elements->strides,
                       .along = {}};
  std::fill_n(places.table_strides.rbegin(), axes, 0);
  places.along.push_back({.index = indices,
                          .strides = indices->strides,
                          .extent = CountPlaces(table, axes),
                          .stride = table->strides.back()});
  return places;
}

// Puts elements into the places of a result that is 0 elsewhere, or adds them up there.
inline void ReduceIntoPlaces(StageList& list, const Value& elements, const Value& indices,
                             size_t axes, const Value& result, Reduce reduce) {
  const bool is_seen_so = AreOneAxis(result, axes);
  const Value table = is_seen_so ? result : list.Temporary(result->dtype, result->shape);
  list.Add(PlanFill(0, table));
  if (elements->extent.elements > 0) {
    list.Add(PlanReduced(PlacesInPlanes(elements, indices, table, axes), reduce));
  }
  if (!is_seen_so) list.Add(PlanMove(table, result));
}

}  // namespace openaclnn
