#include "kinds/stepped_axes.h"

#include "base/dtype.h"

namespace openaclnn {

Axis AxisAlong(const Operands& operands, int64_t extent, std::initializer_list<int64_t> strides) {
  Axis axis{.extent = extent, .stride = {}};
  int k = 0;
  for (const int64_t stride : strides) {
    axis.stride[static_cast<size_t>(k)] = stride * DtypeBytes(operands[k].dtype);
    ++k;
  }
  return axis;
}

void SteppedComputation::ForEachAccess(const AccessVisitor& visit) const {
  for (int k = 0; k < plan.num_operands; ++k) {
    if (HasElements(k)) visit({plan, k, slot_of[k], IsOutput(k)});
  }
}

void SteppedComputation::FinishAxes(const Operands& operands) {
  slot_of = operands.slots;
  plan.num_operands = operands.count;
  plan.num_outputs = operands.num_results;
  plan.elements = 1;
  for (const Axis& axis : plan.axes) {
    if (__builtin_mul_overflow(plan.elements, axis.extent, &plan.elements)) {
      plan.elements = INT64_MAX;  // unless another axis has none
    }
  }
  for (int k = 0; k < operands.count; ++k) {
    plan.dtype[k] = operands[k].dtype;
    plan.origin[k] = 0;
    has_elements_[k] = operands[k].extent.elements > 0;
  }
}

}  // namespace openaclnn
