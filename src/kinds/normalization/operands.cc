#include "kinds/normalization/operands.h"

#include <algorithm>
#include <array>

#include "cpu/targets.h"
#include "kinds/operands.h"

namespace openaclnn {
namespace {

LoopType LoopFor(std::span<const Tensor* const> tensors) {
  const aclDataType first = tensors[0]->dtype;
  const bool alike =
      std::ranges::all_of(tensors, [first](const Tensor* t) { return t->dtype == first; });
  if (alike && first == ACL_FLOAT) return LoopType::kFloat;
  if (alike && first == ACL_BF16) return LoopType::kBfloat16;
  if (alike && first == ACL_FLOAT16) return LoopType::kFloat16;
  return LoopType::kDouble;
}

}  // namespace

void PlanWalk(PlannedComputation& made, LoopType& loop, int num_outputs,
              std::span<const Value> values) {
  ApplySimdSetting();
  const Dims& dims = values.front()->shape;
  std::array<OperandView, kMaxOperands> views;
  std::array<const Tensor*, kMaxOperands> tensors = {};
  size_t k = 0;
  for (const Value& value : values) {
    views[k] = ViewIn(*value.tensor, dims);
    tensors[k] = value.tensor;
    made.slot_of[k++] = value.slot;
  }
  loop = LoopFor(std::span(tensors).first(k));
  made.plan = PlanInOrder(dims, std::span(views).first(k), num_outputs);
}

void PlanDenseOnes(const std::optional<Value>& value, bool are_written, int32_t& slot, Plan& walk) {
  if (!value) return;
  slot = value->slot;
  walk.axes.clear();
  PlanAlone(*value->tensor, are_written ? 1 : 0, walk);
}

}  // namespace openaclnn
