// How stages of dense tensors get them: as they lie, or copied into or out of the workspace.
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

// What a stage writes in place of the result: that itself, or dense elements of a dtype, which
// MoveResult moves there.
inline Value DenseResultAs(StageList& list, aclDataType dtype, const Value& result) {
  const bool is_it = result->extent.contiguous && result->dtype == dtype;
  return is_it ? result : list.Temporary(dtype, result->shape);
}
inline void MoveResult(StageList& list, const Value& written, const Value& result) {
  if (written.slot != result.slot) list.Add(PlanMove(written, result));
}

// Adds the stage that `plan` makes of the result, or of a dense one of a dtype that is moved there.
template <class Plan>
void AddDenseResultAs(StageList& list, aclDataType dtype, const Value& result, const Plan& plan) {
  if (result->extent.elements == 0) return;
  const Value written = DenseResultAs(list, dtype, result);
  list.Add(plan(written));
  MoveResult(list, written, result);
}
template <class Plan>
void AddDenseResult(StageList& list, const Value& result, const Plan& plan) {
  AddDenseResultAs(list, result->dtype, result, plan);
}

// Where there is nothing to count or to search: all results are 0.
inline void FinishWithZeros(StageList& list, const Value& result) {
  list.Add(PlanFill(0, result));
  list.Finish();
}

}  // namespace openaclnn
