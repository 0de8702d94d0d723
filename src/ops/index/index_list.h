// Where a list of indices says that elements of a table are.
#pragma once

#include "engine/call.h"
#include "kinds/index/indexed.h"
#include "kinds/stages/stage_list.h"

namespace openaclnn {

// Adds stages that check the members, and that find the trues of masks; gives the walk over
// `elements`, which has the shape that a rule IndexedShape says, or one that broadcasts to it.
// `writes`: whether the elements go into the table. Then a mask may have any number of trues where
// all of them get the same.
IndexedPlaces PlacesOfList(const Call& call, StageList& list, int indices, const Value& table,
                           const Value& elements, bool writes);

}  // namespace openaclnn
