// The kernels of ramps and triangles (kinds/moves/plan.h): a thread for each element.
#include <cstdint>

#include "acl/acl_base.h"
#include "cuda/device/elements.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"
#include "kinds/moves/device/elements.h"
#include "kinds/moves/made_argument.h"

namespace openaclnn {
namespace {

constexpr int kColumns = 0, kRows = 1;  // axes

OPENACLNN_INLINE void MakeRamp(const RampArgument& argument) {
  const ElementwiseArgument& plan = argument.plan;
  for (int64_t i = ThisThread(); i < plan.elements; i += CountThreads()) {
    uint64_t at[1];
    Locate(plan, i, at);
    if (argument.ramp.of_integers) {
      StoreElement(at[0], plan.dtype[0], argument.ramp.IntegerAt(i));
    } else {
      StoreElement(at[0], plan.dtype[0], argument.ramp.NumberAt(i));
    }
  }
}

OPENACLNN_INLINE void KeepTriangle(const TriangleArgument& argument) {
  const ElementwiseArgument& plan = argument.plan;
  for (int64_t i = ThisThread(); i < plan.elements; i += CountThreads()) {
    uint64_t at[2];
    Locate(plan, i, at);
    const int64_t row = i / plan.extent[kColumns], column = i - row * plan.extent[kColumns];
    const int64_t above = column - row % plan.extent[kRows] - argument.diagonal;
    if (argument.is_upper ? above >= 0 : above <= 0) {
      CopyElement(at[1], at[0], plan.dtype[0]);
    } else {
      ZeroElement(at[0], plan.dtype[0]);
    }
  }
}

}  // namespace

OPENACLNN_NAMED_KERNEL(openaclnn_ramp, MakeRamp, RampArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_triangle, KeepTriangle, TriangleArgument)

}  // namespace openaclnn
