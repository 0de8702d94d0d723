#include "kinds/moves/launch_transpose.h"

#include "base/dtype.h"
#include "cuda/launch.h"
#include "cuda/shared_tile.h"
#include "device/cuda/code.h"

namespace openaclnn {

bool IsTransposition(const Plan& plan) {
  const int size = DtypeBytes(plan.dtype[0]);
  return plan.num_operands == 2 && plan.num_outputs == 1 && plan.elements > 0 &&
         plan.dtype[0] == plan.dtype[1] && (size == 2 || size == 4) &&
         plan.axes.size() + 2 <= ElementwiseArgument::kMaxAxes && CompetingAxis(plan) > 0 &&
         plan.axes[0].stride[1] == size;  // so it is the input that has neighbours elsewhere
}

Status FindTransposition(const Plan& plan, Queue& queue, const DeviceCode*& code) {
  const bool is_short = DtypeBytes(plan.dtype[0]) == 2;
  return queue.FindCode(is_short ? "openaclnn_transpose_2" : "openaclnn_transpose_4", code);
}

Status LaunchTransposition(const DeviceCode* code, const Plan& plan, const OperandData& data,
                           Queue& queue) {
  for (const Plan& part : BlockTransposed(plan, kElementsOfTile)) {
    const int64_t tiles = part.elements / part.block;
    OPENACLNN_RETURN_IF_ERROR(queue.Run(code, WalkOf(part, data), tiles * cuda::kThreadsOfBlock));
  }
  return {};
}

}  // namespace openaclnn
