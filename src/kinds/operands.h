// The operands and results of a call, and how they lie under the shape of its first result: what
// kinds need before they plan a walk.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/dtype.h"
#include "cpu/loop_type.h"
#include "engine/tensor_slots.h"
#include "kinds/planned.h"
#include "tensor/plan.h"
#include "tensor/tensor.h"

namespace openaclnn {

struct Call;

// In the order of the spec: operands, then results.
struct Operands {
  std::array<const Tensor*, kMaxOperands> tensors;
  std::array<int32_t, kMaxOperands> slots;
  int count = 0;
  int num_results = 0;

  void Add(int32_t slot, const Tensor& tensor) {
    slots[static_cast<size_t>(count)] = slot;
    tensors[static_cast<size_t>(count)] = &tensor;
    ++count;
  }
  const Tensor& operator[](int k) const { return *tensors[static_cast<size_t>(k)]; }
};

// Those that the spec names. An optional tensor that is null is one element, 1 of the loop's type,
// and its slot leads there.
Operands OperandsOf(const Call& call, LoopType loop, TensorSlots& slots);

// One element, 1 of a loop's type.
const Tensor& OneOf(LoopType loop);

// A tensor with strides of its own, in elements, for another shape.
OperandView ViewBy(const Tensor& tensor, Dims strides);
// A tensor that broadcasts to `shape`, or of one element.
OperandView ViewIn(const Tensor& tensor, const Dims& shape);

// Sets the parts of a plan along one axis that are the same for all operands.
inline void FinishOneAxis(Plan& plan, int num_outputs) {
  plan.num_outputs = num_outputs;
  plan.elements = plan.axes[0].extent;
  if (plan.elements <= 1) plan.axes.clear();
}

// What PlanElementwise and PlanInOrder come to where each operand is contiguous, or is one element:
// at most one axis. False, and nothing of use in `plan`, where an operand is neither.
// `is_of_one_shape`: each operand has the shape `shape`.
inline bool PlanDense(const Operands& operands, const Dims& shape, int64_t elements,
                      bool is_of_one_shape, Plan& plan) {
  Axis& axis = plan.axes.emplace_back();  // 0, and set where it is: a copy would wait for that
  axis.extent = elements;
  const int count = operands.count;
  for (int k = 0; k < count; ++k) {
    const Tensor& tensor = operands[k];
    const bool dense = tensor.extent.contiguous && (is_of_one_shape || tensor.shape == shape);
    if (!dense && tensor.extent.elements != 1) return false;
    plan.dtype[k] = tensor.dtype;
    plan.origin[k] = 0;
    axis.stride[k] = dense ? DtypeBytes(tensor.dtype) : 0;
  }
  plan.num_operands = count;
  FinishOneAxis(plan, operands.num_results);
  return true;
}

// Lays out what the spec names, which broadcasts to the shape of the first result; dense operands
// at once.
void PlanBroadcast(const Call& call, LoopType loop, TensorSlots& slots, PlannedComputation& made);

// PlanInOrder for one tensor.
inline void PlanAlone(const Tensor& tensor, int num_outputs, Plan& plan) {
  if (!tensor.extent.contiguous) {
    const OperandView views[] = {ViewIn(tensor, tensor.shape)};
    plan = PlanInOrder(tensor.shape, views, num_outputs);
    return;
  }
  plan.dtype[0] = tensor.dtype;
  plan.origin[0] = 0;
  plan.num_operands = 1;
  Axis& axis = plan.axes.emplace_back();
  axis.extent = tensor.extent.elements;
  axis.stride[0] = DtypeBytes(tensor.dtype);
  FinishOneAxis(plan, num_outputs);
}

}  // namespace openaclnn
