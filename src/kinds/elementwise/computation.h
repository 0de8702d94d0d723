// A formula applied to the elements of its operands, broadcast to the shape of its results.
#pragma once

#include "engine/call.h"
#include "engine/executor.h"
#include "engine/kind.h"
#include "kinds/elementwise/run.h"
#include "kinds/elementwise/spec.h"
#include "kinds/planned.h"

namespace openaclnn {

class ElementwiseComputation final : public FormulaComputation {
 public:
  Params params;

  void Run(const Places& places) const override;
  Status FindCode(const Places& places, Queue& queue, DeviceCodes& codes) const override;
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override;
};

}  // namespace openaclnn
