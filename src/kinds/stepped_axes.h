// Plans whose axes mean something each, such as k, n and m of a product: none is left out or
// merged.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "kinds/operands.h"
#include "kinds/planned.h"
#include "tensor/plan.h"

namespace openaclnn {

// An axis along which the operands, in their order, have these strides, in elements; 0 if they are
// not along it.
Axis AxisAlong(const Operands& operands, int64_t extent, std::initializer_list<int64_t> strides);

// A computation by such a plan, whose operands have as many elements as their tensors each.
class SteppedComputation : public PlannedComputation {
 public:
  bool HasElements(int operand) const { return has_elements_[static_cast<size_t>(operand)]; }
  void ForEachAccess(const AccessVisitor& visit) const override;

  // Completes the plan, whose axes are there, and the rest of the base.
  void FinishAxes(const Operands& operands);

 private:
  std::array<bool, kMaxOperands> has_elements_;
};

}  // namespace openaclnn
