// The operands and results of a call, and how they lie under the shape of its first result: what
// kinds need before they plan a walk.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cpu/kernel.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/planned.h"
#include "tensor/plan.h"
#include "tensor/tensor.h"

namespace openaclnn {

// In the order of the spec: operands, then results.
struct Operands {
  std::array<const Tensor*, kMaxOperands> tensors;
  std::array<int8_t, kMaxOperands> slots;
  int count = 0;
  int num_results = 0;

  void Add(int8_t slot, const Tensor& tensor) {
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

// What PlanElementwise and PlanInOrder come to where each operand is contiguous, or is one element:
// at most one axis. False, and nothing of use in `plan`, where an operand is neither.
// `is_of_one_shape`: each operand has the shape `shape`.
bool PlanDense(const Operands& operands, const Dims& shape, int64_t elements, bool is_of_one_shape,
               Plan& plan);
// Lays out what the spec names, which broadcasts to the shape of the first result; dense operands
// at once.
void PlanBroadcast(const Call& call, LoopType loop, TensorSlots& slots, PlannedComputation& made);
// PlanInOrder for one tensor.
void PlanAlone(const Tensor& tensor, int num_outputs, Plan& plan);

}  // namespace openaclnn
