// Where indices of a call say that elements of a table are.
#pragma once

#include <string_view>

#include "kinds/index/indexed.h"
#include "kinds/stages/stage_list.h"

namespace openaclnn {

// The index of an axis of the table, with one index for each point of a walk over `elements`, of
// whose axes the indices have strides.
struct AxisIndex {
  Value index;
  size_t axis;
  Dims strides;
};

// The walk over `elements`, whose axes are those of the table except that of the index.
IndexedPlaces PlacesAlong(const Value& table, const AxisIndex& by, const Dims& shape,
                          const Value& elements);

NameInCall NameIn(const Call& call, int argument);

// The check of an argument that is an index of an axis of the table.
Stage CheckOf(const Call& call, const StageList& list, int argument, int64_t extent,
              bool count_from_behind);

}  // namespace openaclnn
