#include "kinds/moves/launch.h"

#include "base/dtype.h"
#include "cuda/launch.h"

namespace openaclnn {

Status LaunchGather(const DeviceCode* move_kernel, const Plan& plan, std::byte* source,
                    aclDataType dtype, std::byte* target, Queue& queue) {
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
  return LaunchPlan({move_kernel, {}}, move, {source, target}, queue);
}

}  // namespace openaclnn
