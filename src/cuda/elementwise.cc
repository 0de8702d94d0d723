#include "cuda/elementwise.h"

#include <string>

#include "cuda/argument.h"
#include "cuda/kernel_name.h"
#include "cuda/launch.h"

namespace openaclnn {
namespace {

static_assert(ElementwiseArgument::kMaxFormula == DeviceFormula::kMaxBytes);

DeviceFormula Describe(const Kernel& kernel, const Params& params, LoopType loop) {
  DeviceFormula formula{};
  kernel.on_device[static_cast<size_t>(loop)](params, formula);
  return formula;
}

}  // namespace

Status PrepareElementwise(const Kernel& kernel, const Params& params, LoopType loop, Queue& queue) {
  const DeviceCode* code = nullptr;
  return queue.FindCode(KernelName(Describe(kernel, params, loop).kernel), code);
}

Status LaunchElementwise(const ElementwiseRun& run, LoopType loop, Queue& queue) {
  if (run.plan->elements == 0) return {};
  const DeviceFormula formula = Describe(*run.kernel, run.params, loop);
  const std::string kernel = KernelName(formula.kernel);
  const auto bytes = std::as_bytes(std::span(formula.bytes.data(), formula.size));
  return LaunchPlan({kernel, bytes}, *run.plan, run.data, queue);
}

}  // namespace openaclnn
