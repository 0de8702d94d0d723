#include "cuda/moves.h"

#include "base/dtype.h"
#include "cuda/launch.h"

namespace openaclnn {

Status LaunchFill(const Plan& plan, const Element& element, const OperandData& data, Queue& queue) {
  return LaunchPlan({kFillKernel, element}, plan, data, queue);
}

Status LaunchMove(const Plan& plan, const OperandData& data, Queue& queue) {
  return LaunchPlan({kMoveKernel, {}}, plan, data, queue);
}

Status LaunchSelect(const Plan& plan, const OperandData& data, Queue& queue) {
  return LaunchPlan({kSelectKernel, {}}, plan, data, queue);
}

Status LaunchGather(const Plan& plan, std::byte* source, aclDataType dtype, std::byte* target,
                    Queue& queue) {
  Plan move = plan;
  move.num_operands = 2;
  move.num_outputs = 1;
  move.dtype[1] = dtype;
  move.origin[1] = 0;
  int64_t stride = DtypeBytes(dtype);
  for (Axis& axis : move.axes) {
    axis.stride[1] = stride;
    stride *= axis.extent;
  }
  return LaunchMove(move, {source, target}, queue);
}

}  // namespace openaclnn
