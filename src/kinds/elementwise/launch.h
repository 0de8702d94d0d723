// Runs an elementwise plan on a GPU.
#pragma once

#include <string_view>

#include "base/status.h"
#include "device/queue.h"
#include "kinds/elementwise/run.h"

namespace openaclnn {

// Whether there is device code of a formula for a loop's type.
inline bool HasDeviceCode(const Kernel& kernel, LoopType loop) {
  return kernel.on_device[static_cast<size_t>(loop)] != nullptr;
}

// Finds and loads it. `argument`: the type that its kernel is given.
Status FindFormula(const Kernel& kernel, const Params& params, LoopType loop, Queue& queue,
                   const DeviceCode*& code, std::string_view argument = "ElementwiseArgument");

// Whether all operands are of the loop's type, a float's, and lie so that threads can take them in
// packs (PacksArgument): there is another kernel for them.
bool GoesInPacks(const Plan& plan, const OperandData& data, LoopType loop);

// Whether that is so, and an input lies along another axis than the results: there is a kernel that
// stages tiles of it.
bool GoesInTiles(const Plan& plan, LoopType loop);

// Gives the work to the queue; `code` was found for it, of a PacksArgument, a TransposedArgument,
// or neither.
Status LaunchInPacks(const ElementwiseRun& run, LoopType loop, const DeviceCode* code,
                     Queue& queue);
Status LaunchInTiles(const ElementwiseRun& run, LoopType loop, const DeviceCode* code,
                     Queue& queue);
Status LaunchElementwise(const ElementwiseRun& run, LoopType loop, const DeviceCode* code,
                         Queue& queue);

}  // namespace openaclnn
