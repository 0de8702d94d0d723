// How stages that take dense tensors get them: as they lie, or copied into the workspace.
#pragma once

#include "kinds/moves/plan.h"
#include "kinds/stages/stage_list.h"

namespace openaclnn {

// The tensor as dense elements of a dtype: itself or a copy.
inline Value DenseAs(StageList& list, aclDataType dtype, const Value& value) {
  if (value->extent.contiguous && value->dtype == dtype) return value;
  const Value copy = list.Temporary(dtype, value->shape);
  list.Add(PlanMove(value, copy));
  return copy;
}
inline Value Dense(StageList& list, const Value& value) {
  return DenseAs(list, value->dtype, value);
}

}  // namespace openaclnn
